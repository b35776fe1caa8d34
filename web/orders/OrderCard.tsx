import { costWithDelivery } from '#contract/order-cost.ts'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount, Price, priceEach } from '#web/ui/Price.tsx'
import styles from './OrderCard.module.css'
import { OrderState } from './OrderState.tsx'

interface OrderCardProps {
  order: Order
  /** The delivery fee, if the purchase has no other orders. */
  fee: number
}

export function OrderCard({ order, fee }: OrderCardProps) {
  const t = useT()
  const pick = useLocalized()
  const dateTime = useDateTime()
  return (
    <li className={styles.card}>
      <span className={styles.well}>
        <Picture src={order.product.profileImage} alt="" width={96} />
      </span>
      <div className={styles.words}>
        <OrderState order={order} />
        <h2 className={styles.name}>{pick(order.product, 'name')}</h2>
        <p className={styles.detail}>
          <span>{t('order.number', { id: order.id })}</span>
          <bdi>{dateTime(order.created_at)}</bdi>
          {order.quantity === 1 ? (
            <span>{t('orders.quantity', { count: 1 })}</span>
          ) : (
            <Amount>{priceEach(order.quantity, formatPrice(order.product.price))}</Amount>
          )}
          {order.discount > 0 && (
            <span>
              {t('cart.discount')} <Amount>{`−${formatPrice(order.discount)}`}</Amount>
            </span>
          )}
          {fee > 0 && (
            <span>
              {t('order.fee')} <Amount>{formatPrice(fee)}</Amount>
            </span>
          )}
          <RefundNote order={order} />
        </p>
      </div>
      <div className={styles.end}>
        <Price>{formatPrice(costWithDelivery(fee, order))}</Price>
        <Link
          to={paths.order(order.id)}
          className={buttonClass('outline')}
          aria-label={t('orders.detailsOf', { id: order.id })}
        >
          {t('orders.details')}
        </Link>
      </div>
    </li>
  )
}

function RefundNote({ order: { refunded, refunds } }: { order: Order }) {
  const t = useT()
  const dateTime = useDateTime()
  const last = refunds.findLast(({ amount: back }) => back > 0)
  if (!last) return null
  const amount = priceInText(refunded)
  return <span>{t('orders.refundedOn', { amount, date: dateTime(last.at) })}</span>
}
