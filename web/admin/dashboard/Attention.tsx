import type { ReactNode } from 'react'
import type { Dashboard } from '#contract/admin/dashboard.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { PaymentReconciliation } from '#contract/admin/payments.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { useAdminTask } from '../admin-task.ts'
import { Panel } from '../parts/AdminPage.tsx'
import { formatCount } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import { useShopDay, useShopTime } from '../parts/shop-time.ts'
import styles from './Attention.module.css'

export function Attention({ data }: { data: Dashboard }) {
  const t = useT()
  const { lowStock, lateOrders, unpaidOrders } = data
  return (
    <>
      <Group
        title={t('admin.lowStock')}
        count={lowStock.low}
        note={t('admin.soldOutOf', { count: lowStock.soldOut })}
        to={`${adminPaths.products}?stock=low&sort=stock`}
        empty={t('admin.lowStockNone')}
      >
        <LowStock products={lowStock.products} />
      </Group>
      <Group
        title={t('admin.stage.late')}
        count={lateOrders.count}
        note={t('admin.lateNote', { hours: lateOrders.hours })}
        to={`${adminPaths.orders}?state=late`}
        empty={t('admin.lateNone')}
      >
        <Orders orders={lateOrders.orders} at={(order) => order.paid_at ?? order.created_at} />
      </Group>
      <Group
        title={t('admin.stage.unpaid')}
        count={unpaidOrders.count}
        note={<Money amount={unpaidOrders.amount} />}
        to={`${adminPaths.orders}?state=unpaid`}
        empty={t('admin.unpaidNone')}
      >
        <Orders orders={unpaidOrders.orders} at={(order) => order.created_at} />
      </Group>
      {data.paymentReconciliation && <Reconciliation reconciliation={data.paymentReconciliation} />}
    </>
  )
}

function Reconciliation({
  reconciliation: { count, compared_at, differences },
}: {
  reconciliation: PaymentReconciliation
}) {
  const t = useT()
  const dateTime = useShopTime()
  const compared = compared_at
    ? t('admin.reconciliationCompared', { date: dateTime(compared_at) })
    : t('admin.reconciliationNotYet')
  return (
    <Panel title={t('admin.reconciliation')} className={styles.reconciliation}>
      {count === 0 ? (
        <p className="quiet">
          {compared_at && t('admin.reconciliationSame')} {compared}
        </p>
      ) : (
        <>
          <p className={styles.count}>
            <strong>{formatCount(count)}</strong>{' '}
            <span className="quiet">
              {t('admin.reconciliationDiffer', { count })} {compared}
            </span>
          </p>
          <ul>
            {differences.map((one) => (
              <li key={`${one.payment} ${one.kind}`} className={styles.line}>
                <Difference difference={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function Difference({ difference }: { difference: PaymentReconciliation['differences'][number] }) {
  const t = useT()
  const { order, payment, kind, ours, theirs } = difference
  const money = (amount: number | null) => (amount === null ? '–' : <Money amount={amount} />)
  return (
    <>
      <span className={styles.difference}>
        {order === null ? (
          <bdi>{payment.slice(0, 8)}</bdi>
        ) : (
          <Link to={adminPaths.order(order)}>{t('order.title', { id: order })}</Link>
        )}
        <span className="quiet">{t(`admin.reconciliation.${kind}`)}</span>
      </span>
      <span className={styles.figure}>
        {t('admin.reconciliationOurs')} {money(ours)} · {t('admin.reconciliationTheirs')}{' '}
        {money(theirs)}
      </span>
    </>
  )
}

interface GroupProps {
  title: string
  count: number
  note: ReactNode
  to: string
  empty: string
  children: ReactNode
}

function Group({ title, count, note, to, empty, children }: GroupProps) {
  const t = useT()
  return (
    <Panel
      title={title}
      actions={
        count > 0 && (
          <Link to={to} className={styles.all} aria-label={`${t('common.viewAll')}: ${title}`}>
            {t('common.viewAll')}
          </Link>
        )
      }
    >
      {count === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <>
          <p className={styles.count}>
            <strong>{formatCount(count)}</strong> <span className="quiet">{note}</span>
          </p>
          <ul>{children}</ul>
        </>
      )}
    </Panel>
  )
}

function LowStock({ products }: { products: Dashboard['lowStock']['products'] }) {
  const t = useT()
  const pick = useLocalized()
  const { addressOf } = useAdminTask()
  return products.map((product) => (
    <li key={product.id} className={styles.line}>
      <Link to={addressOf('restock', product.id)} className={styles.what}>
        {pick(product, 'name')}
      </Link>
      <span className={styles.figure} data-bad={product.quantity === 0 || undefined}>
        {t('admin.left', { count: product.quantity })}
      </span>
    </li>
  ))
}

interface OrdersProps {
  orders: readonly AdminOrder[]
  at: (order: AdminOrder) => string
}

function Orders({ orders, at }: OrdersProps) {
  const t = useT()
  const pick = useLocalized()
  const day = useShopDay()
  return orders.map((order) => (
    <li key={order.id} className={styles.line}>
      <Link to={adminPaths.order(order.id)} className={styles.what}>
        {t('admin.orderOf', { id: order.id, name: pick(order.product, 'name') })}
      </Link>
      <span className={styles.figure}>
        <bdi>{day(at(order))}</bdi>
      </span>
    </li>
  ))
}
