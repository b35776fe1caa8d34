import type { Order } from '#contract/orders.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { FactPanel } from './FactPanel.tsx'
import { TrackingLink } from './TrackingLink.tsx'

export function OrderShipment({
  order,
  className,
}: {
  order: Order
  className: string | undefined
}) {
  const { parcel, sent_at } = order
  const t = useT()
  const dateTime = useDateTime()
  if (!parcel || !sent_at) return null
  const { carrier, tracking_number, tracking_url } = parcel
  return (
    <FactPanel
      title={t('order.shipment')}
      className={className}
      facts={[
        { name: t('order.sentAt'), value: <bdi>{dateTime(sent_at)}</bdi> },
        { name: t('order.carrier'), value: carrier && <bdi>{carrier}</bdi> },
        {
          name: t('order.trackingNumber'),
          value: tracking_number && <bdi dir="ltr">{tracking_number}</bdi>,
        },
      ]}
    >
      {tracking_url && <TrackingLink url={tracking_url} />}
    </FactPanel>
  )
}
