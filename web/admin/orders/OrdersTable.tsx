import type { AdminOrder } from '#contract/admin/orders.ts'
import { costWithDelivery } from '#contract/order-cost.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { CustomerLink } from '../parts/CustomerLink.tsx'
import { type Column, DataTable } from '../parts/DataTable.tsx'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './OrdersTable.module.css'
import { OrderTag } from './OrderTag.tsx'
import { nextMove, QuickMove } from './QuickMove.tsx'

interface OrdersTableProps {
  orders: readonly AdminOrder[] | undefined
  busy?: boolean
  isNew?: (order: AdminOrder) => boolean
  /** Whether to show the customer; false if all orders are from the same customer. */
  withCustomer?: boolean
}

export function OrdersTable({ orders, busy, isNew, withCustomer = true }: OrdersTableProps) {
  const t = useT()
  const pick = useLocalized()
  const dateTime = useShopTime()
  const mayMove = useMayWrite()
  const customer: Column<AdminOrder> = {
    head: t('admin.customer'),
    plain: true,
    cell: (order) => <CustomerLink customer={order.customer} />,
  }
  const actions: Column<AdminOrder> = {
    head: t('admin.actions'),
    buttons: true,
    cell: (order) => nextMove(order) && <QuickMove order={order} />,
  }
  const columns: Column<AdminOrder>[] = [
    {
      head: t('admin.order'),
      alone: true,
      cell: (order) => (
        <>
          <Link to={adminPaths.order(order.id)} className={styles.number}>
            {t('order.title', { id: order.id })}
          </Link>
          {isNew?.(order) && <span className={styles.new}>{t('admin.new')}</span>}
          <span className={styles.when}>{dateTime(order.created_at)}</span>
        </>
      ),
    },
    ...(withCustomer ? [customer] : []),
    {
      head: t('admin.product'),
      alone: true,
      cell: (order) => (
        <span className={styles.product}>
          <bdi>{pick(order.product, 'name')}</bdi> × {order.quantity}
        </span>
      ),
    },
    {
      head: t('order.total'),
      figures: true,
      plain: true,
      cell: (order) => <Money amount={costWithDelivery(order.deliveryFee, order)} />,
    },
    { head: t('order.status'), corner: true, cell: (order) => <OrderTag order={order} /> },
    // Hides the actions from roles that may only read, and if no order has a next step, as in lists of delivered
    // orders.
    ...(mayMove && (orders?.some(nextMove) ?? true) ? [actions] : []),
  ]
  return (
    <DataTable
      caption={t('admin.orders')}
      columns={columns}
      rows={orders}
      rowKey={({ id }) => id}
      busy={busy ?? false}
      isNew={isNew ?? (() => false)}
    />
  )
}
