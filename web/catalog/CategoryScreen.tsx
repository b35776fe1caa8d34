import { useInfiniteQuery } from '@tanstack/react-query'
import PackageSearch from 'lucide-react/icons/package-search'
import { useParams } from 'react-router'
import { CATEGORIES } from '#contract/locale.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import styles from './CategoryScreen.module.css'
import { productsQuery } from './catalog.queries.ts'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'

export default function CategoryScreen() {
  const asked = useParams().category
  const category = CATEGORIES.find((name) => name === asked)
  return category ? <CategoryList category={category} /> : <NotFoundScreen />
}

function CategoryList({ category }: { category: (typeof CATEGORIES)[number] }) {
  const t = useT()
  const { checking } = useSession()
  const query = useInfiniteQuery(productsQuery({ category }))
  const title = t('list.category', { category: t(`category.${category}`) })
  usePageTitle(title)

  // Filtered here as well, as the specification has it: the server's word is not taken for it.
  const products = query.data?.pages
    .flatMap((page) => page.products)
    .filter((product) => product.category === category)

  return (
    <div className={cx('container', styles.screen)}>
      <SectionTitle level="h1">{title}</SectionTitle>
      {((query.isPending && !hasFailed(query)) || checking) && <ProductGridSkeleton />}
      {hasFailed(query) && <LoadFailure onRetry={query.refetch} retrying={query.isFetching} />}
      {products?.length === 0 && (
        <EmptyState icon={<PackageSearch />} title={t('list.count', { count: 0 })} />
      )}
      {products && !checking && <ProductGrid products={products} />}
      {query.hasNextPage && (
        <Button
          variant="outline"
          className={styles.more}
          busy={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
    </div>
  )
}
