import { fromCents, toCents } from '#contract/money.ts'
import type { Order, OrderRefund } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import styles from './OrderMoney.module.css'
import { dueOf, isUnpaid } from './order-view.ts'

interface OrderMoneyProps {
  order: Order
  purchase: Purchase
}

/** The order's payments and refunds or, until it is paid, the amount due for its purchase. */
export function OrderMoney({ order, purchase }: OrderMoneyProps) {
  const t = useT()
  const { paid, paidDelivery, refunded, refunds } = order
  const due = dueOf(purchase)
  const owes = isUnpaid(order) && due.total > 0
  if (paid === 0 && !owes) return null
  return (
    <section className="panel" aria-labelledby="money">
      <h2 id="money" className={styles.title}>
        {t('order.money')}
      </h2>
      <dl className={styles.facts}>
        {paid > 0 && <AmountRow name="order.paid" amount={paid} delivery={paidDelivery} />}
        {refunds.map((refund) => (
          <RefundRow key={`${refund.at} ${refund.kind} ${refund.amount}`} refund={refund} />
        ))}
        {refunded > 0 && (
          <div className={styles.kept}>
            <dt>{t('order.kept')}</dt>
            <dd>
              <Amount>{formatPrice(fromCents(toCents(paid) - toCents(refunded)))}</Amount>
            </dd>
          </div>
        )}
        {owes && (
          <AmountRow
            name="order.owed"
            amount={due.total}
            delivery={due.delivery}
            isShared={purchase.orders.length > 1}
          />
        )}
      </dl>
    </section>
  )
}

interface AmountRowProps {
  name: 'order.paid' | 'order.owed'
  amount: number
  /** The delivery fee in the amount. */
  delivery: number
  /** Whether the amount is for all orders of the purchase. */
  isShared?: boolean
}

function AmountRow({ name, amount, delivery, isShared = false }: AmountRowProps) {
  const t = useT()
  return (
    <div>
      <dt>
        {t(name)}
        {isShared && <small>{t('order.wholePurchase')}</small>}
        {delivery > 0 && (
          <small>{t('order.includesDelivery', { amount: priceInText(delivery) })}</small>
        )}
      </dt>
      <dd>
        <Amount>{formatPrice(amount)}</Amount>
      </dd>
    </div>
  )
}

function RefundRow({ refund: { amount, units, kind, reason, at } }: { refund: OrderRefund }) {
  const t = useT()
  const dateTime = useDateTime()
  return (
    <div>
      <dt>
        {t('order.refunded')}
        <small>
          <bdi>{dateTime(at)}</bdi>
          {kind === 'delivery' && ` · ${t('order.refundedDelivery')}`}
          {units > 0 && ` · ${t('order.refundedUnits', { count: units })}`}
        </small>
        {reason && (
          <small className={styles.reason}>
            <bdi>{reason}</bdi>
          </small>
        )}
      </dt>
      <dd>
        <Amount>{amount > 0 ? `−${formatPrice(amount)}` : formatPrice(0)}</Amount>
      </dd>
    </div>
  )
}
