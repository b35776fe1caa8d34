import { fromCents, toCents } from '#contract/money.ts'
import type { Order, OrderRefund } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import styles from './OrderMoney.module.css'

export function OrderMoney({ order }: { order: Order }) {
  const t = useT()
  const { paid, paidDelivery, refunded, owed, refunds } = order
  if (paid === 0 && owed === 0) return null
  return (
    <section className="panel" aria-labelledby="money">
      <h2 id="money" className={styles.title}>
        {t('order.money')}
      </h2>
      <dl className={styles.facts}>
        {paid > 0 && <PaidRow paid={paid} delivery={paidDelivery} />}
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
        {owed > 0 && (
          <div>
            <dt>{t('order.owed')}</dt>
            <dd>
              <Amount>{formatPrice(owed)}</Amount>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function PaidRow({ paid, delivery }: { paid: number; delivery: number }) {
  const t = useT()
  return (
    <div>
      <dt>
        {t('order.paid')}
        {delivery > 0 && (
          <small>{t('order.paidDelivery', { amount: priceInText(delivery) })}</small>
        )}
      </dt>
      <dd>
        <Amount>{formatPrice(paid)}</Amount>
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
