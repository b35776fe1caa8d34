import type { PackingSlip } from '#contract/admin/parcels.ts'
import { AddressText } from '#web/addresses/AddressText.tsx'
import { useBrand } from '#web/api/config.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Sheet, SheetColumns, SheetPart, SheetTable } from '#web/ui/Sheet.tsx'
import { DescriptionList } from '../parts/DescriptionList.tsx'
import { Money } from '../parts/Money.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import styles from './PackingSlipSheet.module.css'
import { unitsToSend } from './refund-left.ts'

/** A packing slip: one sheet of paper, without prices, but with the cash to collect, if any. */
export function PackingSlipSheet({ slip }: { slip: PackingSlip }) {
  const t = useT()
  const dateTime = useShopTime()
  const { parcel, sent_at, orders, collect, notes } = slip
  const address = orders[0]?.address
  return (
    <Sheet
      brand={useBrand()}
      title={t('admin.packingSlip')}
      under={
        parcel ? t('admin.parcel', { id: parcel.id }) : <Orders ids={orders.map(({ id }) => id)} />
      }
    >
      <SheetColumns>
        <SheetPart title={t('order.address')}>
          {address ? <AddressText address={address} /> : <p>{t('order.addressNone')}</p>}
        </SheetPart>
        <DescriptionList
          facts={[
            { name: t('order.sentAt'), value: sent_at && dateTime(sent_at) },
            { name: t('order.carrier'), value: parcel?.carrier && <bdi>{parcel.carrier}</bdi> },
            {
              name: t('order.trackingNumber'),
              value: parcel?.tracking_number && <bdi dir="ltr">{parcel.tracking_number}</bdi>,
            },
            { name: t('admin.collect'), value: collect > 0 && <Money amount={collect} /> },
            {
              name: t('order.note'),
              value: notes.length > 0 && <bdi className={styles.note}>{notes.join('\n\n')}</bdi>,
            },
          ]}
        />
      </SheetColumns>
      <Contents orders={orders} />
    </Sheet>
  )
}

/** The order numbers; they stand in for the parcel's number, which the server assigns when the parcel is sent. */
function Orders({ ids }: { ids: readonly number[] }) {
  const t = useT()
  return ids.map((id) => t('order.title', { id })).join(t('admin.comma'))
}

function Contents({ orders }: Pick<PackingSlip, 'orders'>) {
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
