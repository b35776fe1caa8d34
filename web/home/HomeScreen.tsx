import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { Suspense } from 'react'
import { homeQuery } from '#web/catalog/catalog.queries.ts'
import { lazyPart } from '#web/i18n/lazyPart.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import styles from './HomeScreen.module.css'
import SlideShow from './SlideShow.tsx'

/** Their code comes while their data does. */
const HomeSections = lazyPart(() => import('./HomeSections.tsx'))

export default function HomeScreen() {
  const t = useT()
  const { checking } = useSession()
  const { data, isPending, refetch, isRefetching } = useQuery(homeQuery)
  usePageTitle(t('home.title'))

  // Cards wait for the user too: an admin's are taller, and nothing may jump.
  const products = checking ? undefined : data?.products

  return (
    <div className={cx('container', styles.home)}>
      <h1 className="visually-hidden">{t('home.title')}</h1>
      <SlideShow />
      {isPending && <LoadingScreen label={t('common.loading')} />}
      {!isPending && !data ? (
        <EmptyState icon={<RotateCw />} title={t('home.empty')}>
          <Button busy={isRefetching} onClick={() => refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      ) : (
        <Suspense fallback={<div className={styles.sections} />}>
          <HomeSections products={products} />
        </Suspense>
      )}
    </div>
  )
}
