import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Pager.module.css'
import type { Pages } from './usePages.ts'

/** Previous and next buttons of a list; renders nothing for a single page. */
export function Pager({ pages }: { pages: Pages<unknown> }) {
  const t = useT()
  if (pages.number === 1 && !pages.hasNext) return null
  return (
    <nav className={styles.pager} aria-label={t('admin.pages')}>
      <Button variant="outline" disabled={pages.number === 1} onClick={pages.previous}>
        {t('common.previous')}
      </Button>
      <span className="quiet" aria-live="polite">
        {t('admin.page', { number: pages.number })}
      </span>
      <Button
        variant="outline"
        disabled={!pages.hasNext}
        busy={pages.isTurning}
        onClick={pages.next}
      >
        {t('common.next')}
      </Button>
    </nav>
  )
}
