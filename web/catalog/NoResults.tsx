import { useInfiniteQuery } from '@tanstack/react-query'
import { isFiltered, type ListFilters, writeFilters } from '#contract/list-filters.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { CategoryLinks } from '#web/navigation/CategoryLinks.tsx'
import { Link } from '#web/navigation/Link.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import PackageSearch from '#web/ui/icons/package-search.svg?icon'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { productsQuery } from './catalog.queries.ts'
import { ClearFilters } from './filters/ClearFilters.tsx'
import { ProductGrid } from './ProductGrid.tsx'

/** The number of popular products to show: divisible by two and three, so that the last row is full. */
const POPULAR_MAX = 6

interface NoResultsProps {
  filters: ListFilters
  /** The screen's path, without the query. */
  screen: string
  didYouMean: string | null | undefined
  onChange: (change: Partial<ListFilters>) => void
}

export function NoResults({ filters, screen, didYouMean, onChange }: NoResultsProps) {
  const t = useT()
  return (
    <>
      <EmptyState icon={<PackageSearch />} title={t('list.empty')} text={t('list.emptyText')}>
        {didYouMean && (
          <Link to={`${screen}?${writeFilters({ ...filters, search: didYouMean })}`}>
            {t('list.didYouMean', { words: didYouMean })}
          </Link>
        )}
        {isFiltered(filters) && <ClearFilters variant="outline" onChange={onChange} />}
        {!didYouMean && <CategoryLinks />}
      </EmptyState>
      <Popular category={filters.category} />
    </>
  )
}

function Popular({ category }: Pick<ListFilters, 'category'>) {
  const t = useT()
  const { data } = useInfiniteQuery(productsQuery({ category, sort: 'sold', limit: POPULAR_MAX }))
  const products = data?.pages[0]?.products ?? []
  if (products.length === 0) return null
  const title =
    category === 'All'
      ? t('list.popular')
      : t('list.popularIn', { category: t(`category.${category}`) })
  return (
    <section aria-label={title}>
      <SectionTitle>{title}</SectionTitle>
      <ProductGrid products={products} />
    </section>
  )
}
