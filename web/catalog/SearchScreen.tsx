import { useInfiniteQuery } from '@tanstack/react-query'
import PackageSearch from 'lucide-react/icons/package-search'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { ProductPage } from '#contract/catalog.ts'
import { SEARCH_MAX } from '#contract/limits.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { ApiError } from '#web/api/request.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import { searchScreen } from '#web/navigation/search-path.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { productsQuery } from './catalog.queries.ts'
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

/** Results for customers and for staff; staff's cards carry stock, Edit and Delete. */
export default function SearchScreen() {
  const t = useT()
  const { checking } = useSession()
  const { pathname } = useLocation()
  const [filters, setFilters] = useSearchFilters()
  const impossible = isPriceImpossible(filters)
  const query = useInfiniteQuery({
    ...productsQuery(productsQueryOf(filters, useFavourites())),
    enabled: !impossible,
  })
  const failed = hasFailed(query)
  const title = titleOf(filters, t)
  usePageTitle(title)

  const pages = impossible ? undefined : query.data?.pages
  const products = pages?.flatMap((page) => page.products)
  const first = pages?.[0]
  // Nothing else can be wrong with it; only a link can ask so much, the field takes no more.
  const isTooLong = query.error instanceof ApiError && 'search' in query.error.fields

  return (
    <div className={cx('container', styles.screen)}>
      <SectionTitle level="h1">{title}</SectionTitle>
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
          {((query.isPending && !failed && !impossible) || checking) && (
            <ProductGridSkeleton cards={6} />
          )}
          {impossible && <EmptyState icon={<PackageSearch />} title={t('list.priceOrder')} />}
          {failed && isTooLong && (
            <EmptyState
              icon={<PackageSearch />}
              title={t('list.tooLong')}
              text={t('list.tooLongText', { count: SEARCH_MAX })}
            />
          )}
          {failed && !isTooLong && (
            <LoadFailure onRetry={query.refetch} retrying={query.isFetching} />
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
      </div>
    </div>
  )
}

/** The filters live in the address, so that a result can be kept, shared and gone back to. */
function useSearchFilters(): [SearchFilters, (change: Partial<SearchFilters>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const path = useParams().category
  const filters = readFilters(new URLSearchParams(search), path)

  function change(some: Partial<SearchFilters>) {
    // From the address bar: the change before this one may not have been drawn yet.
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
