import { costWithDelivery } from '#contract/order-cost.ts'
import { canMove } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { usePlaceholders } from '#web/api/placeholders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useDueLabel } from '#web/orders/useDueLabel.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount, Price, priceEach } from '#web/ui/Price.tsx'
import styles from './OrderSummary.module.css'

interface Props {
  order: Order
  purchase: Purchase
}

/**
 * Shows what the customer pays for: the order, the payment's other orders, then the total. With the specification's
 * fixed displays, the price appears twice, the second time struck through; it is the same price, because orders do not
 * store a previous one.
 */
export function OrderSummary({ order, purchase }: Props) {
  const t = useT()
  const pick = useLocalized()
  const isFixed = usePlaceholders()
  const price = formatPrice(order.product.price)
  const isDue = canMove(order, 'pay', 'customer')
  const dueLabel = useDueLabel(purchase)
  const { discount } = isDue ? purchase.due : order
  const orderDelivery = purchase.orders.length > 1 ? order.paidDelivery : purchase.delivery
  const delivery = isDue ? purchase.due.delivery : orderDelivery
  const lines: { name: MessageId; amount: number; sign?: string }[] = [
    { name: 'cart.discount', amount: discount, sign: '−' },
    { name: 'payment.delivery', amount: delivery },
    { name: 'order.paid', amount: isDue ? 0 : order.paid },
    { name: 'order.refunded', amount: order.refunded },
  ]
  const others = isDue ? purchase.orders.filter((other) => isPaidWith(other, order)) : []
  return (
    <section className="panel" aria-labelledby="summary">
      <h2 id="summary" className={styles.title}>
        {t('payment.summary')}
      </h2>
      <div className={styles.product}>
        <span className={styles.well}>
          <Picture src={order.product.profileImage} alt="" width={96} />
        </span>
        <div>
          <p className={styles.name}>{pick(order.product, 'name')}</p>
          <p className={styles.prices}>
            <Amount>{price}</Amount>
            {isFixed && (
              <s>
                <Amount>{price}</Amount>
              </s>
            )}
          </p>
          <p className="quiet">{t('orders.quantity', { count: order.quantity })}</p>
        </div>
      </div>
      {others.length > 0 && <PaidTogether orders={others} />}
      {lines.map(
        ({ name, amount, sign = '' }) =>
          amount > 0 && (
            <p key={name} className={styles.line}>
              {t(name)}
              <Amount>{`${sign}${formatPrice(amount)}`}</Amount>
            </p>
          ),
      )}
      <p className={styles.total}>
        {isDue ? dueLabel : t('order.total')}
        <Price>{formatPrice(isDue ? purchase.due.total : costWithDelivery(delivery, order))}</Price>
      </p>
    </section>
  )
}

function isPaidWith(other: Order, order: Order): boolean {
  return other.id !== order.id && canMove(other, 'pay', 'customer')
}

function PaidTogether({ orders }: { orders: readonly Order[] }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <div className={styles.together}>
      <h3 id="together" className={styles.subtitle}>
        {t('order.others')}
      </h3>
      <ul className={styles.others} aria-labelledby="together">
        {orders.map((order) => (
          <li key={order.id} className={styles.other}>
            <span className={styles.smallWell}>
              <Picture src={order.product.profileImage} alt="" width={48} />
            </span>
            <div className={styles.words}>
              <p className={styles.name}>{pick(order.product, 'name')}</p>
              <p className="quiet">
                {order.quantity > 1 ? (
                  <Amount>{priceEach(order.quantity, formatPrice(order.product.price))}</Amount>
                ) : (
                  t('orders.quantity', { count: order.quantity })
                )}
              </p>
            </div>
            <Amount>{formatPrice(order.total)}</Amount>
          </li>
        ))}
      </ul>
    </div>
  )
}
