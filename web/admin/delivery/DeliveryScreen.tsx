import { useQuery } from '@tanstack/react-query'
import type { ShippingMethod } from '#contract/admin/delivery.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useDeliveryDays } from '#web/i18n/useDeliveryDays.ts'
import { useLocale, useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import { CashPanel } from './CashPanel.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import styles from './DeliveryScreen.module.css'
import { cash, methods } from './delivery.queries.ts'
import { usePlaceNames } from './usePlaceNames.ts'

export default function DeliveryScreen() {
  const t = useT()
  const pick = useLocalized()
  return (
    <AdminPage
      title={t('admin.delivery')}
      queries={[useQuery(methods.query), useQuery(cash.query)]}
    >
      <EntityList
        title={t('admin.shippingMethods')}
        add={t('admin.newShippingMethod')}
        query={useQuery(methods.query)}
        nameOf={(method) => pick(method, 'name')}
        switchedOn="usable"
        list={methods}
        removeText={t('admin.removeDeliveryText')}
        dialog={(form) => <DeliveryDialog {...form} />}
      >
        {(method) => <Method method={method} />}
      </EntityList>
      <p className="quiet">{t('admin.deliveryFirst')}</p>
      <CashPanel />
    </AdminPage>
  )
}

function Method({ method }: { method: ShippingMethod }) {
  const t = useT()
  const pick = useLocalized()
  const daysText = useDeliveryDays()
  const { places, fee, free_from: freeFrom, days_min: min, days_max: max } = method
  return (
    <div className={styles.method}>
      <strong>{pick(method, 'name')}</strong>
      <span className="quiet">
        {places === null ? t('admin.everywhere') : <PlaceNames places={places} />}
      </span>
      <span className="quiet">
        {fee === 0 ? t('cart.free') : <Amount>{formatPrice(fee)}</Amount>}
        {fee > 0 && freeFrom !== null && (
          <> · {t('admin.freeFromSum', { sum: formatPrice(freeFrom) })}</>
        )}
        {min !== null && max !== null && <> · {daysText({ min, max })}</>}
      </span>
    </div>
  )
}

function PlaceNames({ places }: { places: readonly string[] }) {
  const nameOf = usePlaceNames(places)
  const locale = useLocale()
  return new Intl.ListFormat(locale, { type: 'unit' }).format(places.map(nameOf))
}
