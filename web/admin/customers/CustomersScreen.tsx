import type { Customer } from '#contract/admin/customers.ts'
import { CUSTOMER_SORTS } from '#contract/admin/lists.ts'
import { countryText } from '#contract/countries.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import UserRoundX from '#web/ui/icons/user-round-x.svg?icon'
import { Tag } from '#web/ui/Tag.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { CustomerLink } from '../parts/CustomerLink.tsx'
import type { Column } from '../parts/DataTable.tsx'
import { Choice, FilterBar, SearchField } from '../parts/Filters.tsx'
import { formatCount } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import { NothingListed } from '../parts/NothingListed.tsx'
import { PagedTable } from '../parts/PagedList.tsx'
import { useShopDay } from '../parts/shop-time.ts'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'

const SHOWN = ['active', 'disabled'] as const

export default function CustomersScreen() {
  const t = useT()
  const [filters, setFilters, fieldOf] = useFilters(['search', 'shown', 'sort'])
  const shown = oneOf(SHOWN, filters.shown)
  const sort = oneOf(CUSTOMER_SORTS, filters.sort)
  const pages = usePages('GET /api/admin/customers', {
    filters: { search: filters.search, disabled: shown && shown === 'disabled', sort },
  })

  return (
    <AdminPage title={t('admin.customers')}>
      <FilterBar>
        <SearchField label={t('admin.searchCustomers')} {...fieldOf('search')} />
        <Choice
          label={t('admin.shown')}
          {...fieldOf('shown')}
          all={t('admin.customers.all')}
          options={SHOWN.map((value) => ({ value, text: t(`admin.customers.${value}`) }))}
        />
        <Choice
          label={t('list.sort')}
          value={sort ?? 'newest'}
          options={CUSTOMER_SORTS.map((value) => ({
            value,
            text: t(`admin.customers.by.${value}`),
          }))}
          onChoose={(value) => setFilters({ sort: value === 'newest' ? '' : value })}
        />
      </FilterBar>
      <PagedTable
        pages={pages}
        rows={pages.page?.customers}
        caption={t('admin.customers')}
        columns={useColumns()}
        empty={<NothingListed Icon={UserRoundX} filters={filters} none="admin.customersNone" />}
      />
    </AdminPage>
  )
}

function useColumns(): Column<Customer>[] {
  const t = useT()
  const locale = useLocale()
  const day = useShopDay()
  return [
    {
      head: t('admin.customer'),
      alone: true,
      cell: (customer) => (
        <>
          <CustomerLink customer={customer} />{' '}
          {customer.disabled_at && <Tag tone="bad">{t('admin.disabled')}</Tag>}
          <div className="quiet">
            <bdi>{customer.email}</bdi>
          </div>
        </>
      ),
    },
    {
      head: t('admin.place'),
      plain: true,
      cell: ({ city, country }) =>
        [city, country && countryText(country, locale)].filter(Boolean).join(t('admin.comma')) ||
        t('profile.none'),
    },
    { head: t('admin.orders'), figures: true, cell: ({ orders }) => formatCount(orders) },
    {
      head: t('admin.spend'),
      figures: true,
      corner: true,
      cell: ({ spend }) => <Money amount={spend} />,
    },
    { head: t('admin.since'), cell: (one) => day(one.created_at) },
  ]
}
