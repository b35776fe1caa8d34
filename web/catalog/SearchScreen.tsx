import { useInfiniteQuery } from '@tanstack/react-query'
import PackageSearch from 'lucide-react/icons/package-search'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { ProductPage } from '#contract/catalog.ts'
import { SEARCH_MAX } from '#contract/limits.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadMore } from '#web/navigation/LoadMore.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Screen } from '#web/navigation/Screen.tsx'
import { searchScreen } from '#web/navigation/search-path.ts'
import { useSession } from '#web/session/useSession.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { productsQuery } from './catalog.queries.ts'
import { CompareBar } from './compare/CompareBar.tsx'
import { useFavourites } from './favourites.ts'
import { NoResults } from './NoResults.tsx'
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import { SearchFilterPanel } from './SearchFilterPanel.tsx'
import styles from './SearchScreen.module.css'
import {
  isPriceImpossible,
  productsQueryOf,
  readFilters,
  type SearchFilters,
  writeFilters,
} from './search-filters.ts'

type PriceInWords = NonNullable<ProductPage['priceInWords']>

/** Results for customers and for staff; cards for staff show stock, Edit and Delete. */
export default function SearchScreen() {
  const t = useT()
  const { pathname } = useLocation()
  const [filters, setFilters] = useSearchFilters()
  const impossible = isPriceImpossible(filters)
  const query = useInfiniteQuery({
    ...productsQuery(productsQueryOf(filters, useFavourites())),
    enabled: !impossible,
  })
  const title = titleOf(filters, t)

  const pages = impossible ? undefined : query.data?.pages
  const products = pages?.flatMap((page) => page.products)
  const first = pages?.[0]

  return (
    <Screen title={title}>
      <p className={styles.count} role="status">
        {first && t('list.count', { count: first.total })}
        {first?.priceInWords && ` · ${priceIn(first.priceInWords, t)}`}
      </p>
      <div className={styles.columns}>
        <SearchFilterPanel
          filters={filters}
          facets={first?.facets.category}
          onChange={setFilters}
        />
        <div className={styles.results} aria-busy={query.isPlaceholderData || undefined}>
          {impossible ? (
            <EmptyState icon={<PackageSearch />} title={t('list.priceOrder')} />
          ) : (
            <LoadState
              query={query}
              skeleton={<ProductGridSkeleton cards={6} />}
              refused={<SearchTooLong />}
            />
          )}
          {products?.length === 0 && (
            <NoResults
              filters={filters}
              screen={pathname}
              didYouMean={first?.didYouMean}
              onChange={setFilters}
            />
          )}
          {first?.relaxed && (
            <p role="status" className={styles.count}>
              {t('list.relaxed')}
            </p>
          )}
          {products && <ProductGrid products={products} />}
          <LoadMore query={query} />
        </div>
      </div>
      <CompareBar />
    </Screen>
  )
}

/** Shown for a search that is too long, which only a link can cause: the field has a limit. */
function SearchTooLong() {
  const t = useT()
  return (
    <EmptyState
      icon={<PackageSearch />}
      title={t('list.tooLong')}
      text={t('list.tooLongText', { count: SEARCH_MAX })}
    />
  )
}

/** Stores the filters in the address, so that a result can be bookmarked, shared and revisited. */
function useSearchFilters(): [SearchFilters, (change: Partial<SearchFilters>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const path = useParams().category
  const filters = readFilters(new URLSearchParams(search), path)

  function change(some: Partial<SearchFilters>) {
    // Reads the address bar: the previous change may not be rendered yet.
    const next = { ...readFilters(new URLSearchParams(window.location.search), path), ...some }
    navigate(`${searchScreen(isAdmin, next.category)}?${writeFilters(next)}`, { replace: true })
  }
  return [filters, change]
}

function priceIn({ min, max }: PriceInWords, t: ReturnType<typeof useT>): string {
  const from = formatPrice(min ?? 0)
  const to = formatPrice(max ?? 0)
  if (max === undefined) return t('list.priceFrom', { from })
  return min === undefined ? t('list.priceUpTo', { to }) : t('list.priceBetween', { from, to })
}

function titleOf(filters: SearchFilters, t: ReturnType<typeof useT>): string {
  if (filters.favourites) return t('favourites.title')
  if (filters.search) return t('list.searchFor', { search: filters.search })
  return filters.category === 'All' ? t('list.all') : t(`category.${filters.category}`)
}
