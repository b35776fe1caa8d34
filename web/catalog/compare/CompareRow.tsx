import type { Product } from '#contract/catalog.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import Scale from '#web/ui/icons/scale.svg?icon'
import styles from './CompareRow.module.css'
import { useComparedIds } from './choice.ts'
import { useToggle } from './useToggle.ts'

export function CompareRow({ product }: { product: Product }) {
  const t = useT()
  const pick = useLocalized()
  const ids = useComparedIds()
  const [chosen, toggle] = useToggle(product)
  return (
    <div className={styles.row}>
      <Button
        variant="outline"
        className={styles.toggle}
        aria-pressed={chosen}
        aria-label={t('compare.toggle', { name: pick(product, 'name') })}
        onClick={toggle}
      >
        <Scale size={18} aria-hidden />
        {t('compare.title')}
      </Button>
      {ids.length > 0 && (
        <Link to={paths.compare(ids)} className={buttonClass('quiet')}>
          {t('compare.open', { count: ids.length })}
        </Link>
      )}
    </div>
  )
}
