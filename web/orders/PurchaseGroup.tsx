import { costWithDelivery } from '#contract/order-cost.ts'
import { canSetAddress } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/Price.tsx'
import { OrderCard } from './OrderCard.tsx'
import styles from './PurchaseGroup.module.css'

interface PurchaseGroupProps {
  /** The purchase's orders in this tab. */
  orders: readonly Order[]
  all: readonly Order[]
  fee: number
}

/**
 * The orders in one purchase, with the next step. If there are several, and all that are not canceled are listed here,
 * also with the purchase's number and total.
 */
export function PurchaseGroup({ orders, all, fee }: PurchaseGroupProps) {
  const t = useT()
  const [first] = orders
  if (!first) return null
  const kept = all.filter(({ state }) => state !== 'canceled')
  // The total of orders that are in another tab would seem to be that of the orders listed here.
  const isWhole = kept.length > 0 && kept.every((order) => orders.includes(order))
  const toPay = orders.find(({ state, payment }) => state === 'confirm' && payment !== 'cash')
  const waits = orders.some(({ state }) => state === 'pending')
  // The payment page asks for a missing address, too.
  const toSend = !toPay && orders.find((order) => !order.address && canSetAddress(order))
  const wait = first.payment === 'cash' ? 'orders.nextCash' : 'orders.nextWait'
  return (
    <li className={styles.group}>
      {all.length > 1 && isWhole && (
        <p className={styles.head}>
          <span>
            {t('orders.purchase', { id: first.purchaseId, count: kept.length })}
            {fee > 0 && ` · ${t('order.includesDelivery', { amount: priceInText(fee) })}`}
          </span>
          <Price>{formatPrice(costWithDelivery(fee, ...kept))}</Price>
        </p>
      )}
      <ul className={styles.orders}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} fee={all.length > 1 ? 0 : fee} />
        ))}
      </ul>
      {(toPay || waits) && (
        <p className={styles.next}>
          <span>{t(toPay ? 'orders.nextPay' : wait)}</span>
          {toPay && (
            <Link to={paths.payment(toPay.id)} className={cx(buttonClass(), styles.pay)}>
              {t('order.goToPayment')}
            </Link>
          )}
        </p>
      )}
      {toSend && (
        <p className={styles.next}>
          <span>{t('orders.nextAddress')}</span>
          <Link to={paths.order(toSend.id)} className={cx(buttonClass('outline'), styles.pay)}>
            {t('order.addressChoose')}
          </Link>
        </p>
      )}
    </li>
  )
}
