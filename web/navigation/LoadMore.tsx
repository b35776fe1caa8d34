import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './LoadMore.module.css'

/** The parts of an infinite query's result that are used. */
interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The "Show more" button below a list that has more pages. */
export function LoadMore({ query }: { query: Pages }) {
  const t = useT()
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="outline"
      className={styles.more}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t('list.more')}
    </Button>
  )
}
