import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { hasFailed } from '#web/api/load-state.ts'
import { homeQuery } from '#web/catalog/catalog.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { useSession } from '#web/session/useSession.ts'
import { cx } from '#web/ui/cx.ts'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import styles from './HomeScreen.module.css'
import SlideShow from './SlideShow.tsx'

/** The sections' code loads in parallel with their data. */
const HomeSections = lazyPart(() => import('./HomeSections.tsx'))

export default function HomeScreen() {
  const t = useT()
  const { checking } = useSession()
  const query = useQuery(homeQuery)
  const { data } = query
  usePageTitle(t('home.title'))

  // Cards also wait for the user: an admin's are taller, and the layout must not jump.
  const products = checking ? undefined : data?.products
  // Re-rendered only when the products change: otherwise React would drop the server-rendered sections while their code
  // loads.
  const sections = useMemo(
    () => (
      <Suspense fallback={<div className={styles.sections} />}>
        <HomeSections products={products} />
      </Suspense>
    ),
    [products],
  )

  return (
    <div className={cx('container', styles.home)}>
      <h1 className="visually-hidden">{t('home.title')}</h1>
      <SlideShow />
      {query.isPending && !hasFailed(query) && <LoadingScreen label={t('common.loading')} />}
      {hasFailed(query) ? (
        <LoadFailure onRetry={query.refetch} retrying={query.isFetching} />
      ) : (
        sections
      )}
    </div>
  )
}
