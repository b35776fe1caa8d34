import { useLocation, useNavigate, useParams } from 'react-router'
import { isFiltered, type ListFilters, readFilters, writeFilters } from '#contract/list-filters.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import PackageSearch from '#web/ui/icons/package-search.svg?icon'
import { BrandLogo } from './filters/BrandLogo.tsx'
import { ClearFilters } from './filters/ClearFilters.tsx'
import { FilteredList } from './filters/FilteredList.tsx'
import { useChosenGroup } from './filters/useChosenGroup.ts'

export default function CategoryScreen() {
  const asked = useParams().category
  const category = CATEGORIES.find((name) => name === asked)
  return category ? <CategoryList category={category} /> : <NotFoundScreen />
}

function CategoryList({ category }: { category: Category }) {
  const t = useT()
  const [filters, setFilters] = useCategoryFilters(category)
  const group = useChosenGroup(filters)
  const title = t('list.category', { category: t(`category.${category}`) })
  return (
    <Screen
      title={group.name || title}
      above={
        group.isAsked && (
          <Breadcrumb
            way={[
              { to: paths.home, name: t('header.home') },
              { to: paths.category(category), name: t(`category.${category}`) },
            ]}
            here={group.name || title}
          />
        )
      }
      actions={group.logo && <BrandLogo src={group.logo} />}
    >
      <FilteredList
        filters={filters}
        onChange={setFilters}
        hasOwnCategory
        // As specified, the page also filters the products returned by the server.
        isShown={(product) => product.category === category}
        empty={() => (
          <EmptyState icon={<PackageSearch />} title={t('list.count', { count: 0 })}>
            {isFiltered(filters) && <ClearFilters variant="outline" onChange={setFilters} />}
          </EmptyState>
        )}
      />
    </Screen>
  )
}

/** Stores the filters in the URL; its path contains the category. */
function useCategoryFilters(
  category: Category,
): [ListFilters, (change: Partial<ListFilters>) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const read = (address: string): ListFilters => ({
    ...readFilters(new URLSearchParams(address), category),
    category,
    search: '',
  })

  function change(some: Partial<ListFilters>) {
    // Reads the address bar, because the previous change may not have been rendered yet.
    const address = writeFilters({ ...read(window.location.search), ...some })
    for (const name of ['category', 'search']) address.delete(name)
    // A new history entry, so that Back removes one filter.
    navigate({ pathname, search: `${address}` })
  }
  return [read(search), change]
}
