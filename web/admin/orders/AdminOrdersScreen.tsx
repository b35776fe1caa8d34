import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { ORDER_STAGES } from '#contract/order-moves.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import Printer from '#web/ui/icons/printer.svg?icon'
import Receipt from '#web/ui/icons/receipt.svg?icon'
import { useStore } from '#web/ui/store.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { Chips, DayRange, FilterBar, SearchField } from '../parts/Filters.tsx'
import { momentsOf } from '../parts/local-time.ts'
import { NothingListed } from '../parts/NothingListed.tsx'
import { PagedList } from '../parts/PagedList.tsx'
import { useShopZone } from '../parts/shop-time.ts'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'
import { LOOK_AGAIN, orderCountsQuery } from './admin-orders.queries.ts'
import { OrdersTable } from './OrdersTable.tsx'
import { ordersLive } from './orders-live.ts'

/** Stages that are rare or combine others. Their filter chips appear only while selected, as after a dashboard link. */
const COMBINED: readonly string[] = ['refunding', 'unpaid', 'shipped', 'complete']

export default function AdminOrdersScreen() {
  const t = useT()
  const zone = useShopZone()
  const live = useStore(ordersLive)
  const [filters, setFilters, fieldOf] = useFilters(['state', 'search', 'from', 'to'])
  const stage = oneOf(ORDER_STAGES, filters.state)
  const pages = usePages('GET /api/admin/orders', {
    filters: { state: stage, search: filters.search, ...momentsOf(filters.from, filters.to, zone) },
    refetchInterval: live ? false : LOOK_AGAIN,
  })
  const orders = pages.page?.orders
  const isNew = useNewOrders(pages.number === 1 ? orders : undefined)

  return (
    <AdminPage
      title={t('admin.orders')}
      actions={
        <span className="quiet">
          {live ? t('admin.live') : t('admin.notLive', { seconds: LOOK_AGAIN / 1000 })}
        </span>
      }
    >
      <StageChips selected={stage ?? 'all'} live={live} />
      <FilterBar>
        <SearchField label={t('admin.searchOrders')} {...fieldOf('search')} />
        <DayRange from={filters.from} to={filters.to} onChoose={setFilters} />
        {(stage === 'unsent' || stage === 'sent') && (
          <Link to={adminPaths.packingSlips(stage)} className={buttonClass('outline')}>
            <Printer size={18} aria-hidden />
            {t('admin.packingSlips')}
          </Link>
        )}
      </FilterBar>
      <PagedList
        pages={pages}
        rows={orders}
        empty={<NothingListed Icon={Receipt} filters={filters} none="admin.ordersNone" />}
      >
        <OrdersTable orders={orders} busy={pages.isTurning} isNew={isNew} />
      </PagedList>
    </AdminPage>
  )
}

function StageChips({ selected, live }: { selected: string; live: boolean }) {
  const t = useT()
  const { search } = useLocation()
  const { data: counts } = useQuery({
    ...orderCountsQuery,
    refetchInterval: live ? false : LOOK_AGAIN,
  })
  const addressOf = (stage: string) => {
    const address = new URLSearchParams(search)
    if (stage === 'all') address.delete('state')
    else address.set('state', stage)
    return `?${address}`
  }
  const known: Readonly<Record<string, number>> = counts ?? {}
  const chips = [
    { id: 'all', text: t('admin.stage.all'), count: counts?.total, to: addressOf('all') },
    ...ORDER_STAGES.filter((id) => !COMBINED.includes(id) || id === selected).map((id) => ({
      id,
      text: t(`admin.stage.${id}`),
      count: known[id],
      to: addressOf(id),
    })),
  ]
  return <Chips label={t('orders.tabs')} chips={chips} selected={selected} />
}

/** @returns a function that says whether an order was placed after the list first loaded */
function useNewOrders(orders: readonly AdminOrder[] | undefined): (order: AdminOrder) => boolean {
  const highest = useRef<number | null>(null)
  useEffect(() => {
    if (orders && highest.current === null)
      highest.current = Math.max(0, ...orders.map((o) => o.id))
  }, [orders])
  return (order) => highest.current !== null && order.id > highest.current
}
