import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useDeliveryDays } from '#web/i18n/useDeliveryDays.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Amount } from '#web/ui/Price.tsx'
import { FactPanel } from './FactPanel.tsx'
import styles from './OrderPurchase.module.css'
import { OrderState } from './OrderState.tsx'
import { sumsOf } from './order-view.ts'

interface OthersProps {
  order: Order
  purchase: Purchase
}

/** The other orders, which were placed and are paid together with this one, and what the purchase costs. */
export function OtherOrders({ order, purchase }: OthersProps) {
  const t = useT()
  const pick = useLocalized()
  const { orders, delivery } = purchase
  const others = orders.filter(({ id }) => id !== order.id)
  const sums = sumsOf(purchase)
  if (others.length === 0) return null
  return (
    <FactPanel
      title={t('order.others')}
      facts={[
        ...others.map((other) => ({
          name: t('order.title', { id: String(other.id) }),
          value: (
            <>
              <Link to={paths.order(other.id)}>{pick(other.product, 'name')}</Link>{' '}
              <OrderState order={other} />
            </>
          ),
        })),
        {
          name: t('order.purchaseTotal'),
          value: sums && (
            <>
              <Amount>{formatPrice(sums.total)}</Amount>
              {delivery > 0 && (
                <small className={styles.whole}>
                  {t('order.includesDelivery', { amount: priceInText(delivery) })}
                </small>
              )}
            </>
          ),
        },
        {
          name: t('order.refunded'),
          value: sums && sums.refunded > 0 && <Amount>{`−${formatPrice(sums.refunded)}`}</Amount>,
        },
      ]}
    />
  )
}

/** What the orders in a purchase share: delivery, the coupon and the note to the shop. */
export function OrderPurchase({ purchase }: { purchase: Purchase }) {
  const t = useT()
  const pick = useLocalized()
  const days = useDeliveryDays()
  const { shippingMethod: way, delivery, coupon, note, orders } = purchase
  // Free delivery without a promised delivery time adds nothing to the order's facts.
  if (delivery === 0 && !way?.days && !note && !coupon) return null
  return (
    <FactPanel
      title={t('order.deliveryFee')}
      facts={[
        { name: t('order.service'), value: way && pick(way, 'name') },
        { name: t('order.deliveryDays'), value: way?.days && days(way.days) },
        {
          name: t('order.fee'),
          // The only order of a purchase has the fee among its own amounts.
          value:
            way &&
            (delivery === 0
              ? t('cart.free')
              : orders.length > 1 && (
                  <>
                    <Amount>{formatPrice(delivery)}</Amount>
                    <small className={styles.whole}>{t('order.wholePurchase')}</small>
                  </>
                )),
        },
        { name: t('order.coupon'), value: coupon && <bdi dir="ltr">{coupon}</bdi> },
        { name: t('order.note'), value: note && <bdi className={styles.note}>{note}</bdi> },
      ]}
    />
  )
}
