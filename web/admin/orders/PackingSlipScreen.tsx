import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { AdminParcel } from '#contract/admin/parcels.ts'
import { AddressText } from '#web/addresses/AddressText.tsx'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Printer from '#web/ui/icons/printer.tsx'
import { Sheet, SheetColumns, SheetPart, SheetTable } from '#web/ui/Sheet.tsx'
import { DetailPage } from '../parts/AdminPage.tsx'
import { DescriptionList } from '../parts/DescriptionList.tsx'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { parcelQuery } from './parcels.queries.ts'
import { unitsToSend } from './refund-left.ts'

/** The packing slip of a parcel: one sheet of paper, without prices. */
export default function PackingSlipScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const query = useQuery(parcelQuery(id))
  return (
    <DetailPage
      title={t('admin.packingSlipOf', { id: id || '–' })}
      list="orders"
      query={query}
      height={480}
      missing={t('admin.parcelMissing')}
      actions={
        query.data && (
          <Button onClick={() => window.print()}>
            <Printer size={18} aria-hidden />
            {t('admin.print')}
          </Button>
        )
      }
    >
      {query.data && <Slip parcel={query.data} />}
    </DetailPage>
  )
}

function Slip({ parcel }: { parcel: AdminParcel }) {
  const t = useT()
  const dateTime = useShopTime()
  const { carrier, tracking_number, orders, collect, notes } = parcel
  const address = orders[0]?.address
  return (
    <Sheet title={t('admin.packingSlip')} under={t('admin.parcel', { id: parcel.id })}>
      <SheetColumns>
        <SheetPart title={t('order.address')}>
          {address ? <AddressText address={address} /> : <p>{t('order.addressNone')}</p>}
        </SheetPart>
        <DescriptionList
          facts={[
            { name: t('order.sentAt'), value: dateTime(parcel.sent_at) },
            { name: t('order.carrier'), value: carrier && <bdi>{carrier}</bdi> },
            {
              name: t('order.trackingNumber'),
              value: tracking_number && <bdi dir="ltr">{tracking_number}</bdi>,
            },
            { name: t('admin.collect'), value: collect > 0 && <Money amount={collect} /> },
            { name: t('order.note'), value: notes.join('\n') },
          ]}
        />
      </SheetColumns>
      <Contents orders={orders} />
    </Sheet>
  )
}

function Contents({ orders }: Pick<AdminParcel, 'orders'>) {
  const t = useT()
  const pick = useLocalized()
  return (
    <SheetTable>
      <thead>
        <tr>
          <th scope="col">{t('admin.order')}</th>
          <th scope="col">{t('order.product')}</th>
          <th scope="col">{t('order.quantity')}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>{order.id}</td>
            <td>
              <bdi>{pick(order.product, 'name')}</bdi>
            </td>
            <td>{unitsToSend(order)}</td>
          </tr>
        ))}
      </tbody>
    </SheetTable>
  )
}
