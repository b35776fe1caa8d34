import { useInfiniteQuery } from '@tanstack/react-query'
import PackageSearch from 'lucide-react/icons/package-search'
import { useParams } from 'react-router'
import { CATEGORIES } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadMore } from '#web/navigation/LoadMore.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { Screen } from '#web/navigation/Screen.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { productsQuery } from './catalog.queries.ts'
import { CompareBar } from './compare/CompareBar.tsx'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'

export default function CategoryScreen() {
  const asked = useParams().category
  const category = CATEGORIES.find((name) => name === asked)
  return category ? <CategoryList category={category} /> : <NotFoundScreen />
}

function CategoryList({ category }: { category: (typeof CATEGORIES)[number] }) {
  const t = useT()
  const query = useInfiniteQuery(productsQuery({ category }))
  const title = t('list.category', { category: t(`category.${category}`) })

  // The specification wants the page to filter too, whatever the server returns.
  const products = query.data?.pages
    .flatMap((page) => page.products)
    .filter((product) => product.category === category)

  return (
    <Screen title={title}>
      <LoadState query={query} skeleton={<ProductGridSkeleton />} />
      {products?.length === 0 && (
        <EmptyState icon={<PackageSearch />} title={t('list.count', { count: 0 })} />
      )}
      {products && <ProductGrid products={products} />}
      <LoadMore query={query} />
      <CompareBar />
    </Screen>
  )
}
