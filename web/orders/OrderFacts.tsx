import { costOf, costWithDelivery } from '#contract/order-cost.ts'
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount, Price, priceEach } from '#web/ui/Price.tsx'
import { FactList } from './FactPanel.tsx'
import styles from './OrderFacts.module.css'
import { OrderState } from './OrderState.tsx'

interface OrderFactsProps {
  order: Order
  purchase: Purchase
}

/** The delivery fee is part of the order's total only if the purchase has no other orders; see `OtherOrders`. */
export function OrderFacts({ order, purchase }: OrderFactsProps) {
  const t = useT()
  const name = useLocalized()(order.product, 'name')
  const { quantity, discount } = order
  const { id } = order.product
  const { delivery } = purchase
  const isAlone = purchase.orders.length === 1
  return (
    <section className={cx('panel', styles.panel)} aria-label={t('order.product')}>
      <div className={cx('well', styles.well)}>
        <Picture src={order.product.profileImage} alt="" width={240} eager />
      </div>
      <FactList
        className={styles.facts}
        facts={[
          { name: t('order.status'), value: <OrderState order={order} /> },
          { name: t('order.product'), value: <Link to={paths.product(id)}>{name}</Link> },
          { name: t('order.quantity'), value: quantity },
          { name: t('order.delivery'), value: deliveryName(order.deliveryMethod, t) },
          {
            name: t('order.price'),
            value: <Amount>{priceEach(quantity, formatPrice(order.product.price))}</Amount>,
          },
          {
            name: t('cart.discount'),
            value: discount > 0 && <Amount>{`−${formatPrice(discount)}`}</Amount>,
          },
          {
            name: t('order.fee'),
            value: isAlone && delivery > 0 && <Amount>{formatPrice(delivery)}</Amount>,
          },
          {
            name: t(isAlone ? 'order.total' : 'order.subtotal'),
            value: (
              <Price>
                {formatPrice(isAlone ? costWithDelivery(delivery, order) : costOf(order))}
              </Price>
            ),
          },
        ]}
      />
    </section>
  )
}

/** Translates `delivery`, the value in every order; any other value is shown unchanged. */
function deliveryName(method: string, t: ReturnType<typeof useT>): string {
  return method === 'delivery' ? t('order.deliveryMethod.delivery') : method
}
