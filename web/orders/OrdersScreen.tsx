import { useLocation, useNavigate } from 'react-router'
import { ORDER_TABS, type OrderTab } from '#contract/order-moves.ts'
import type { Order, OrdersReply } from '#contract/orders.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadMore } from '#web/navigation/LoadMore.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Package from '#web/ui/icons/package.svg?icon'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './OrdersScreen.module.css'
import { groupsOf, ordersOf } from './order-view.ts'
import { ordersIn, useOrders } from './orders.queries.ts'
import { PurchaseGroup } from './PurchaseGroup.tsx'

const FIRST_TAB: OrderTab = 'processing'

export default function OrdersScreen() {
  const t = useT()
  const query = useOrders()
  const { data } = query
  // The tab is in the URL, so that Back from an order returns to the same tab.
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search).get('tab')
  const chosen = ORDER_TABS.find((tab) => tab === asked) ?? null

  return (
    <Screen title={t('orders.title')}>
      <Tabs
        label={t('orders.tabs')}
        tabs={ORDER_TABS.map((id) => ({ id, label: t(`orders.${id}`) }))}
        selected={chosen ?? FIRST_TAB}
        onSelect={(tab) => navigate(`?tab=${tab}`, { replace: true })}
      >
        <LoadState
          query={query}
          skeleton={<Skeletons className={styles.orders} blocks={[136, 136, 136]} radius={14} />}
        />
        {data && (
          <List
            tab={chosen ?? FIRST_TAB}
            orders={ordersOf(ordersIn(data), chosen)}
            all={ordersIn(data)}
            fees={new Map(data.pages.flatMap((page) => page.purchases.map(feeOf)))}
            mayHaveMore={query.hasNextPage}
          />
        )}
        <LoadMore query={query} />
      </Tabs>
    </Screen>
  )
}

interface ListProps {
  tab: OrderTab
  orders: ReturnType<typeof ordersOf>
  all: readonly Order[]
  /** Delivery fees, keyed by purchase id. */
  fees: ReadonlyMap<number, number>
  /** Whether older orders have yet to load; some may belong in a tab that is still empty. */
  mayHaveMore: boolean
}

function List({ tab, orders, all, fees, mayHaveMore }: ListProps) {
  const t = useT()
  if (orders.length === 0 && mayHaveMore) return null
  if (orders.length === 0) {
    return (
      <EmptyState icon={<Package />} title={t('orders.empty')} text={t(`orders.emptyText.${tab}`)}>
        <Link to={paths.home} className={buttonClass('outline')}>
          {t('cart.browse')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.orders}>
      {groupsOf(orders).map((group) => {
        const id = group[0]?.purchaseId ?? 0
        return (
          <PurchaseGroup
            key={id}
            orders={group}
            all={all.filter(({ purchaseId }) => purchaseId === id)}
            fee={fees.get(id) ?? 0}
          />
        )
      })}
    </ul>
  )
}

const feeOf = ({ id, delivery }: OrdersReply['purchases'][number]) => [id, delivery] as const
