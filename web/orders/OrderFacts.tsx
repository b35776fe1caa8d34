import { costOf } from '#contract/order-cost.ts'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount, Price, priceEach } from '#web/ui/Price.tsx'
import styles from './OrderFacts.module.css'
import { OrderState } from './OrderState.tsx'

/** The ordered product, the price and the state. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useT()
  const pick = useLocalized()
  return (
    <section className={cx('panel', styles.panel)} aria-label={t('order.product')}>
      <div className={cx('well', styles.well)}>
        <Picture src={order.product.profileImage} alt="" width={240} eager />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('order.status')}</dt>
          <dd>
            <OrderState order={order} />
          </dd>
        </div>
        <div>
          <dt>{t('order.product')}</dt>
          <dd>
            <Link to={paths.product(order.product.id)}>{pick(order.product, 'name')}</Link>
          </dd>
        </div>
        <div>
          <dt>{t('order.quantity')}</dt>
          <dd>{order.quantity}</dd>
        </div>
        <div>
          <dt>{t('order.delivery')}</dt>
          <dd>{deliveryName(order.deliveryMethod, t)}</dd>
        </div>
        <div>
          <dt>{t('order.price')}</dt>
          <dd>
            <Amount>{priceEach(order.quantity, formatPrice(order.product.price))}</Amount>
          </dd>
        </div>
        {order.discount > 0 && (
          <div>
            <dt>{t('cart.discount')}</dt>
            <dd>
              <Amount>{`−${formatPrice(order.discount)}`}</Amount>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('order.total')}</dt>
          <dd>
            <Price>{formatPrice(costOf(order))}</Price>
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** Translates `delivery`, the shop's only method; any other wire value is shown unchanged. */
function deliveryName(method: string, t: ReturnType<typeof useT>): string {
  return method === 'delivery' ? t('order.deliveryMethod.delivery') : method
}
