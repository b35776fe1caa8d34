import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './LoadMore.module.css'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

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
