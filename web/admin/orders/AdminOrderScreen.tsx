import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { AdminOrder, AdminOrderDetail } from '#contract/admin/orders.ts'
import { costOf, costWithDelivery } from '#contract/order-cost.ts'
import { orderProgress } from '#contract/order-moves.ts'
import type { PurchaseFacts } from '#contract/orders.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { invoiceTitle } from '#web/orders/invoice-title.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { useStore } from '#web/ui/store.ts'
import { orderInvoicesQuery } from '../invoices/invoices.queries.ts'
import { DetailPage, Panel } from '../parts/AdminPage.tsx'
import { CustomerLink } from '../parts/CustomerLink.tsx'
import { DescriptionList } from '../parts/DescriptionList.tsx'
import { EmailLink } from '../parts/EmailLink.tsx'
import { Money } from '../parts/Money.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './AdminOrderScreen.module.css'
import { adminOrderQuery, LOOK_AGAIN } from './admin-orders.queries.ts'
import { OrderAddress } from './OrderAddress.tsx'
import { OrderHistory, Payments } from './OrderHistory.tsx'
import { OrderMoves } from './OrderMoves.tsx'
import { OrderTag } from './OrderTag.tsx'
import { ordersLive } from './orders-live.ts'
import { ParcelPanel } from './ParcelPanel.tsx'
import { Refunds } from './Refunds.tsx'

export default function AdminOrderScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const live = useStore(ordersLive)
  const mayMove = useMayWrite()
  const query = useQuery({
    ...adminOrderQuery(id),
    refetchInterval: live ? false : LOOK_AGAIN,
  })
  const { data } = query

  return (
    <DetailPage
      title={t('order.title', { id: id || '–' })}
      list="orders"
      query={query}
      height={360}
      missing={t('order.missing')}
      actions={data && mayMove && <OrderMoves detail={data} />}
    >
      {data && <Parts detail={data} />}
    </DetailPage>
  )
}

function Parts({ detail }: { detail: AdminOrderDetail }) {
  const t = useT()
  return (
    <div className={styles.parts}>
      <Panel title={t('admin.order')} actions={<OrderTag order={detail.data} />}>
        <ProductLine order={detail.data} />
        <OrderFacts detail={detail} />
      </Panel>
      <Panel title={t('admin.history')}>
        <OrderHistory history={detail.history} />
      </Panel>
      <ParcelPanel order={detail.data} />
      <Panel title={t('admin.payments')} className={styles.whole}>
        <Invoices order={detail.data} />
        <Payments payments={detail.payments} />
        <Refunds order={detail.data} />
      </Panel>
    </div>
  )
}

function Invoices({ order }: { order: AdminOrder }) {
  const t = useT()
  const { data = [] } = useQuery({
    ...orderInvoicesQuery(order.id),
    enabled: order.paid_at !== null,
  })
  return data.map((invoice) => (
    <p key={invoice.id}>
      <Link to={adminPaths.invoice(invoice.id)}>
        {invoiceTitle(invoice, t)} <bdi dir="ltr">{invoice.number}</bdi>
      </Link>
      {invoice.kind === 'credit_note' && invoice.order !== order.id && (
        <>
          {' · '}
          <Link to={adminPaths.order(invoice.order)}>
            {t('order.title', { id: invoice.order })}
          </Link>
        </>
      )}
    </p>
  ))
}

function ProductLine({ order }: { order: AdminOrder }) {
  const pick = useLocalized()
  return (
    <div className={styles.product}>
      <span className={styles.well}>
        <Picture src={order.product.profileImage} alt="" width={72} />
      </span>
      <div>
        <p className={styles.name}>
          <Link to={paths.product(order.product.id)}>{pick(order.product, 'name')}</Link>
        </p>
        <p className="quiet">
          <Money amount={order.price} /> × {order.quantity}
          {order.discount > 0 && (
            <>
              {' '}
              − <Money amount={order.discount} />
            </>
          )}
        </p>
      </div>
      <p className={styles.total}>
        <Money amount={costOf(order)} />
      </p>
    </div>
  )
}

function OrderFacts({ detail }: { detail: AdminOrderDetail }) {
  const t = useT()
  const { data: order, purchase, together } = detail
  return (
    <DescriptionList
      facts={[
        { name: t('admin.customer'), value: <CustomerLink customer={order.customer} /> },
        {
          name: t('profile.email'),
          value: <EmailLink email={order.customer.email} />,
        },
        {
          name: t('admin.together'),
          value: together.length > 0 && (
            <>
              <Together ids={together} />{' '}
              <span className="quiet">{t('admin.purchase', { id: order.purchaseId })}</span>
            </>
          ),
        },
        {
          name: t('order.address'),
          value: <OrderAddress detail={detail} />,
        },
        {
          name: t('order.shipment'),
          value: orderProgress(order) === 'unsent' && order.address && (
            <Link to={adminPaths.packingSlipOf(order.id)}>{t('admin.packingSlip')}</Link>
          ),
        },
        {
          name: t('order.deliveryFee'),
          value: (
            <>
              <Delivery purchase={purchase} />{' '}
              {purchase.delivery > 0 && together.length > 0 && t('order.wholePurchase')}
            </>
          ),
        },
        { name: t('order.coupon'), value: purchase.coupon && <bdi>{purchase.coupon}</bdi> },
        {
          name: t('cart.discount'),
          value: order.discount > 0 && <Money amount={order.discount} />,
        },
        {
          name: t('order.total'),
          value: (
            <>
              <Money amount={costWithDelivery(order.deliveryFee, order)} />
              {order.deliveryFee > 0 && (
                <span className="quiet">
                  {' '}
                  {t('order.includesDelivery', { amount: priceInText(order.deliveryFee) })}
                </span>
              )}
            </>
          ),
        },
        {
          name: t('order.note'),
          value: purchase.note && <bdi className={styles.note}>{purchase.note}</bdi>,
        },
        { name: t('admin.payBy'), value: t(`admin.payBy.${order.payment}`) },
      ]}
    />
  )
}

function Together({ ids }: { ids: readonly number[] }) {
  const t = useT()
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && t('admin.comma')}
      <Link to={adminPaths.order(id)}>{t('order.number', { id })}</Link>
    </span>
  ))
}

/** The shipping method and its fee, which covers the whole purchase. */
function Delivery({ purchase: { shippingMethod, delivery } }: { purchase: PurchaseFacts }) {
  const t = useT()
  const pick = useLocalized()
  if (!shippingMethod) return '–'
  return (
    <>
      {pick(shippingMethod, 'name')} ·{' '}
      {delivery === 0 ? t('cart.free') : <Money amount={delivery} />}
    </>
  )
}
