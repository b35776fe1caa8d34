import type { AdminFamilyRow } from '#contract/admin/families.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import Boxes from '#web/ui/icons/boxes.svg?icon'
import Plus from '#web/ui/icons/plus.svg?icon'
import { AdminPage } from '../parts/AdminPage.tsx'
import type { Column } from '../parts/DataTable.tsx'
import { Choice, FilterBar, SearchField } from '../parts/Filters.tsx'
import { formatCount } from '../parts/format-count.ts'
import { NothingListed } from '../parts/NothingListed.tsx'
import { PagedTable } from '../parts/PagedList.tsx'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'
import { useMayWrite } from '../useMayWrite.ts'

export default function FamiliesScreen() {
  const t = useT()
  const mayWrite = useMayWrite()
  const [filters, , fieldOf] = useFilters(['search', 'category'])
  const category = oneOf(CATEGORIES, filters.category)
  const pages = usePages('GET /api/admin/families', {
    filters: { search: filters.search, category },
  })
  return (
    <AdminPage
      title={t('admin.families')}
      actions={
        mayWrite && (
          <Link to={adminPaths.family('new')} className={buttonClass()}>
            <Plus size={18} aria-hidden />
            {t('admin.newFamily')}
          </Link>
        )
      }
    >
      <FilterBar>
        <SearchField label={t('admin.searchFamilies')} {...fieldOf('search')} />
        <Choice
          label={t('admin.category')}
          {...fieldOf('category')}
          all={t('category.All')}
          options={CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))}
        />
      </FilterBar>
      <PagedTable
        pages={pages}
        rows={pages.page?.families}
        caption={t('admin.families')}
        columns={useColumns()}
        empty={<NothingListed Icon={Boxes} filters={filters} none="admin.familiesNone" />}
      />
    </AdminPage>
  )
}

function useColumns(): Column<AdminFamilyRow>[] {
  const t = useT()
  const pick = useLocalized()
  return [
    {
      head: t('admin.family'),
      alone: true,
      cell: (family) => (
        <Link to={adminPaths.family(family.id)}>
          <bdi>{pick(family, 'name')}</bdi>
        </Link>
      ),
    },
    {
      head: t('admin.category'),
      plain: true,
      cell: ({ category }) => t(`category.${category}`),
    },
    {
      head: t('admin.differences'),
      plain: true,
      cell: ({ axes }) => axes.map((axis) => pick(axis, 'name')).join(t('admin.comma')),
    },
    { head: t('admin.products'), figures: true, cell: ({ products }) => formatCount(products) },
  ]
}
