import { useLocation, useNavigate, useParams } from 'react-router'
import { SEARCH_MAX } from '#contract/limits.ts'
import { type ListFilters, readFilters, writeFilters } from '#contract/list-filters.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { searchScreen } from '#web/navigation/search-path.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import PackageSearch from '#web/ui/icons/package-search.svg?icon'
import { BrandLogo } from './filters/BrandLogo.tsx'
import { FilteredList } from './filters/FilteredList.tsx'
import { useChosenGroup } from './filters/useChosenGroup.ts'
import { NoResults } from './NoResults.tsx'
import { useStaffTools } from './staff-tools.ts'

export default function SearchScreen() {
  const t = useT()
  const { pathname } = useLocation()
  const [filters, setFilters] = useSearchFilters()
  const group = useChosenGroup(filters)
  const title = titleOf(filters, t)
  const isSearch = filters.search !== '' || filters.favourites
  return (
    <Screen
      title={(!isSearch && group.name) || title}
      actions={!isSearch && group.logo && <BrandLogo src={group.logo} />}
    >
      <FilteredList
        filters={filters}
        onChange={setFilters}
        refused={<SearchTooLong />}
        empty={({ didYouMean }) => (
          <NoResults
            filters={filters}
            screen={pathname}
            didYouMean={didYouMean}
            onChange={setFilters}
          />
        )}
      />
    </Screen>
  )
}

/** Shown if the search is too long, which only a link can cause, because the search field has a limit. */
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

/** Stores the filters in the URL, so that results can be bookmarked, shared and revisited. */
function useSearchFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isAdmin = useStaffTools() !== null
  const path = useParams().category
  const filters = readFilters(new URLSearchParams(search), path)

  function change(some: Partial<ListFilters>) {
    // Reads the address bar, because the previous change may not have been rendered yet.
    const next = { ...readFilters(new URLSearchParams(window.location.search), path), ...some }
    // A new history entry, so that Back removes one filter.
    navigate(`${searchScreen(isAdmin, next.category)}?${writeFilters(next)}`)
  }
  return [filters, change]
}

function titleOf(filters: ListFilters, t: ReturnType<typeof useT>): string {
  if (filters.favourites) return t('favourites.title')
  if (filters.search) return t('list.searchFor', { search: filters.search })
  return filters.category === 'All' ? t('list.all') : t(`category.${filters.category}`)
}
