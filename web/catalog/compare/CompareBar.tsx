import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass, IconButton } from '#web/ui/Button.tsx'
import Scale from '#web/ui/icons/scale.svg?icon'
import X from '#web/ui/icons/x.svg?icon'
import styles from './CompareBar.module.css'
import { clearChosen, useComparedIds } from './choice.ts'

/** A bar floating above a list's lower edge while products are chosen for comparison. Render it last on a screen. */
export function CompareBar() {
  const t = useT()
  const ids = useComparedIds()
  if (ids.length === 0) return null
  return (
    <div className={styles.bar}>
      <Link to={paths.compare(ids)} className={buttonClass()}>
        <Scale size={18} aria-hidden />
        {t('compare.open', { count: ids.length })}
      </Link>
      <IconButton label={t('compare.clear')} onClick={clearChosen}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
