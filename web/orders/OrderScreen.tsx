import { useLocation, useParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { Skeleton, Skeletons } from '#web/ui/Skeleton.tsx'
import { CancelOrder, OrderActions, OrderBar } from './OrderActions.tsx'
import { OrderAddress } from './OrderAddress.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderInvoices } from './OrderInvoices.tsx'
import { OrderMissing } from './OrderMissing.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderPurchase, OtherOrders } from './OrderPurchase.tsx'
import styles from './OrderScreen.module.css'
import { OrderShipment } from './OrderShipment.tsx'
import { OrderState } from './OrderState.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { useOneOrder } from './orders.queries.ts'
import { usePurchase } from './purchase.queries.ts'

const InvoiceScreen = lazyAddition(() => import('./InvoiceScreen.tsx'))

/** Shows one order, or one of its purchase's invoices if the URL names one. */
export default function OrderScreen() {
  const id = Number(useParams().id)
  // The router's useSearchParams would add 2 kB to every first visit.
  const invoiceId = Number(new URLSearchParams(useLocation().search).get('invoice'))
  if (!invoiceId) return <OneOrder id={id} />
  return <InvoiceScreen orderId={id} id={invoiceId} />
}

function OneOrder({ id }: { id: number }) {
  const t = useT()
  const query = useOneOrder(id)
  const { data: order } = query
  const purchase = usePurchase(order?.purchaseId)
  const title = t('order.title', { id: String(id || '–') })

  return (
    <Screen
      title={title}
      above={
        <Breadcrumb
          way={[
            { to: paths.home, name: t('header.home') },
            { to: paths.orders, name: t('cart.orders') },
          ]}
          here={title}
        />
      }
    >
      <LoadState
        query={order ? purchase : query}
        skeleton={<OrderSkeleton />}
        refused={<OrderMissing />}
      />
      {order && purchase.data && <OrderPreview order={order} purchase={purchase.data} />}
    </Screen>
  )
}

function OrderPreview({ order, purchase }: { order: Order; purchase: Purchase }) {
  const t = useT()
  const dateTime = useDateTime()
  return (
    <>
      <p className={styles.created}>{t('order.createdAt', { date: dateTime(order.created_at) })}</p>
      <div className={styles.columns}>
        <div className="screen">
          <section className="panel" aria-labelledby="steps">
            <div className={styles.head}>
              <h2 id="steps" tabIndex={-1} className={styles.heading}>
                {t('order.steps')}
              </h2>
              <OrderState order={order} />
            </div>
            <OrderActions order={order} purchase={purchase} />
            <OrderSteps order={order} />
            <p className="quiet">{t('order.updated', { date: dateTime(order.updated_at) })}</p>
            <CancelOrder order={order} />
          </section>
          <OrderShipment order={order} className={styles.early} />
          <OrderAddress
            order={order}
            others={purchase.orders}
            className={order.address ? undefined : styles.early}
          />
          <OtherOrders order={order} purchase={purchase} />
        </div>
        <div className="screen">
          <OrderFacts order={order} purchase={purchase} />
          <OrderMoney order={order} purchase={purchase} />
          <OrderPurchase purchase={purchase} />
          <OrderInvoices orderId={order.id} invoices={purchase.invoices} />
        </div>
      </div>
      <OrderBar order={order} purchase={purchase} />
    </>
  )
}

function OrderSkeleton() {
  return (
    <>
      <Skeleton inline={240} block={24} />
      <Skeletons className={styles.columns} blocks={[420, 420]} radius={16} />
    </>
  )
}
