import { useState } from 'react'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { TrackingLink } from '#web/orders/TrackingLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { DescriptionList } from '../parts/DescriptionList.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { TrackingDialog } from './ParcelDialog.tsx'

export function ParcelPanel({ order }: { order: AdminOrder }) {
  const t = useT()
  const dateTime = useShopTime()
  const mayEdit = useMayWrite()
  const [editing, setEditing] = useState(false)
  const { parcel, sent_at } = order
  if (!parcel || !sent_at) return null
  return (
    <Panel
      title={t('order.shipment')}
      actions={
        mayEdit && (
          <Button variant="outline" onClick={() => setEditing(true)}>
            {t('admin.parcelEdit')}
          </Button>
        )
      }
    >
      <DescriptionList
        facts={[
          {
            name: t('admin.packingSlip'),
            value: (
              <Link to={adminPaths.parcel(parcel.id)}>{t('admin.parcel', { id: parcel.id })}</Link>
            ),
          },
          { name: t('order.sentAt'), value: dateTime(sent_at) },
          { name: t('order.carrier'), value: parcel.carrier && <bdi>{parcel.carrier}</bdi> },
          {
            name: t('order.trackingNumber'),
            value: parcel.tracking_number && <bdi dir="ltr">{parcel.tracking_number}</bdi>,
          },
          {
            name: t('admin.trackingUrl'),
            value: parcel.tracking_url && <TrackingLink url={parcel.tracking_url} />,
          },
        ]}
      />
      {editing && <TrackingDialog parcel={parcel} onClose={() => setEditing(false)} />}
    </Panel>
  )
}
