import type { Order } from '#contract/orders.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './OrderShipment.module.css'
import { TrackingLink } from './TrackingLink.tsx'

/** When the order was sent and how to follow it; nothing before that. */
export function OrderShipment({ order: { parcel, sent_at } }: { order: Order }) {
  const t = useT()
  const dateTime = useDateTime()
  if (!parcel || !sent_at) return null
  const { carrier, tracking_number, tracking_url } = parcel
  return (
    <section className={cx('panel', styles.panel)} aria-labelledby="shipment">
      <h2 id="shipment" className={styles.title}>
        {t('order.shipment')}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('order.sentAt')}</dt>
          <dd>
            <bdi>{dateTime(sent_at)}</bdi>
          </dd>
        </div>
        {carrier && (
          <div>
            <dt>{t('order.carrier')}</dt>
            <dd>
              <bdi>{carrier}</bdi>
            </dd>
          </div>
        )}
        {tracking_number && (
          <div>
            <dt>{t('order.trackingNumber')}</dt>
            <dd>
              <bdi dir="ltr">{tracking_number}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {tracking_url && <TrackingLink url={tracking_url} />}
    </section>
  )
}
