import { useInfiniteQuery } from '@tanstack/react-query'
import PackageSearch from 'lucide-react/icons/package-search'
import { useLocation, useNavigate, useParams } from 'react-router'
import { SEARCH_MAX } from '#contract/limits.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { ApiError } from '#web/api/request.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
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
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import { SearchFilterPanel } from './SearchFilterPanel.tsx'
import styles from './SearchScreen.module.css'
import { productsQueryOf, readFilters, type SearchFilters, writeFilters } from './search-filters.ts'

/** Results for customers and for staff; staff's cards carry stock, Edit and Delete. */
export default function SearchScreen() {
  const t = useT()
  const { checking } = useSession()
  const { pathname } = useLocation()
  const [filters, setFilters] = useSearchFilters()
  const query = useInfiniteQuery(productsQuery(productsQueryOf(filters, useFavourites())))
  const failed = hasFailed(query)
  const title = titleOf(filters, t)
  usePageTitle(title)

  const pages = query.data?.pages
  const products = pages?.flatMap((page) => page.products)
  const first = pages?.[0]
  // Nothing else can be wrong with it; only a link can ask so much, the field takes no more.
  const isTooLong = query.error instanceof ApiError && 'search' in query.error.fields

  return (
    <div className={cx('container', styles.screen)}>
      <SectionTitle level="h1">{title}</SectionTitle>
      <p className={styles.count} role="status">
        {first && t('list.count', { count: first.total })}
      </p>
      <div className={styles.columns}>
        <SearchFilterPanel
          filters={filters}
          facets={first?.facets.category}
          onChange={setFilters}
        />
        <div className={styles.results} aria-busy={query.isPlaceholderData || undefined}>
          {((query.isPending && !failed) || checking) && <ProductGridSkeleton cards={6} />}
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
            <EmptyState icon={<PackageSearch />} title={t('list.empty')} text={t('list.emptyText')}>
              {first?.didYouMean && (
                <Link to={`${pathname}?${writeFilters({ ...filters, search: first.didYouMean })}`}>
                  {t('list.didYouMean', { words: first.didYouMean })}
                </Link>
              )}
            </EmptyState>
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
function useSearchFilters(): [SearchFilters, (filters: SearchFilters) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const filters = readFilters(new URLSearchParams(search), useParams().category)

  function setFilters(next: SearchFilters) {
    const screen = searchScreen(isAdmin, next.category)
    navigate(`${screen}?${writeFilters(next)}`, { replace: true })
  }
  return [filters, setFilters]
}

function titleOf(filters: SearchFilters, t: ReturnType<typeof useT>): string {
  if (filters.favourites) return t('favourites.title')
  if (filters.search) return t('list.searchFor', { search: filters.search })
  return filters.category === 'All' ? t('list.all') : t(`category.${filters.category}`)
}
