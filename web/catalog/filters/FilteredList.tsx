import { type ReactNode, startTransition, useOptimistic } from 'react'
import type { Product } from '#contract/catalog.ts'
import { isPriceImpossible, type ListFilters } from '#contract/list-filters.ts'
import { SORTS } from '#contract/locale.ts'
import type { ProductPage } from '#contract/product-lists.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { LoadMore } from '#web/navigation/LoadMore.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Select } from '#web/ui/Field.tsx'
import PackageSearch from '#web/ui/icons/package-search.svg?icon'
import { CompareBar } from '../compare/CompareBar.tsx'
import { ProductGrid, ProductGridSkeleton } from '../ProductGrid.tsx'
import { FilterChips } from './FilterChips.tsx'
import styles from './FilteredList.module.css'
import { FilterPanel, FilterSheet } from './FilterPanel.tsx'
import { nearestText, priceText } from './range-text.ts'
import { useFilteredProducts } from './useFilteredProducts.ts'

interface FilteredListProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
  hasOwnCategory?: boolean
  /** Filters out products that the server should not have sent. */
  isShown?: (product: Product) => boolean
  /** Replaces the error message if the server rejects the query. */
  refused?: ReactNode
  empty: (first: ProductPage) => ReactNode
}

export function FilteredList(props: FilteredListProps) {
  const { filters, onChange, hasOwnCategory = false, isShown = () => true, refused, empty } = props
  const t = useT()
  // The URL changes in a transition, so without optimistic filters, a checkbox would revert until the URL has changed.
  const [shown, setShown] = useOptimistic(filters)
  const change = (some: Partial<ListFilters>) =>
    startTransition(() => {
      setShown((before) => ({ ...before, ...some }))
      onChange(some)
    })
  const impossible = isPriceImpossible(filters)
  const query = useFilteredProducts(filters)
  const pages = impossible ? undefined : query.data?.pages
  const products = pages?.flatMap((page) => page.products).filter(isShown)
  const first = pages?.[0]
  const panel = {
    filters: shown,
    facets: query.data?.pages[0]?.facets,
    onChange: change,
    hasOwnCategory,
  }

  return (
    <>
      <div className={styles.head}>
        <p className={styles.count} role="status">
          {first &&
            t(first.totalIsAtLeast ? 'list.countAtLeast' : 'list.count', { count: first.total })}
          {first?.priceInWords && !first.priceRelaxed && ` · ${priceText(first.priceInWords, t)}`}
          {first?.cheapestFirst && filters.sort === 'relevance' && ` · ${t('list.cheapestFirst')}`}
        </p>
        <div className={styles.bar}>
          <FilterSheet {...panel} page={first} />
          <SortField filters={shown} onChange={change} />
        </div>
      </div>
      <div className={styles.columns}>
        <FilterPanel {...panel} />
        <div className={styles.results} aria-busy={query.isPlaceholderData || undefined}>
          <FilterChips {...panel} />
          {impossible ? (
            <EmptyState icon={<PackageSearch />} title={t('list.priceOrder')} />
          ) : (
            <LoadState
              query={query}
              skeleton={<ProductGridSkeleton cards={6} />}
              {...(refused !== undefined && { refused })}
            />
          )}
          {first && products?.length === 0 && empty(first)}
          {first && <FellBack page={first} />}
          {products && <ProductGrid products={products} />}
          <LoadMore query={query} />
        </div>
      </div>
      <CompareBar />
    </>
  )
}

/** Says which search terms, or which price, the server ignored because no product matches the whole search. */
function FellBack({ page }: { page: ProductPage }) {
  const t = useT()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const notices = [
    ...(page.ignored ? [t('list.ignored', { words: list.format(page.ignored) })] : []),
    ...(page.priceRelaxed ? [nearestText(page, t)] : []),
  ]
  return notices.map((notice) => (
    <p key={notice} role="status" className={styles.notice}>
      {notice}
    </p>
  ))
}

function SortField({ filters, onChange }: Pick<FilteredListProps, 'filters' | 'onChange'>) {
  const t = useT()
  // Without search terms, there is no relevance to sort by, so the newest products come first.
  const hasWords = filters.search.trim() !== ''
  const sorts = SORTS.filter((sort) => hasWords || sort !== 'relevance')
  const value = !hasWords && filters.sort === 'relevance' ? 'newest' : filters.sort
  return (
    <Select
      label={t('list.sort')}
      className={styles.sort}
      value={value}
      onChange={({ target }) => onChange({ sort: target.value as ListFilters['sort'] })}
      options={sorts.map((sort) => ({ value: sort, text: t(`list.sort.${sort}`) }))}
    />
  )
}
