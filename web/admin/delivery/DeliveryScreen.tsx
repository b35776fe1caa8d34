import { useQuery } from '@tanstack/react-query'
import type { DeliveryWay } from '#contract/admin/delivery.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useDeliveryDays } from '#web/i18n/useDeliveryDays.ts'
import { useLocale, useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import formStyles from '../parts/Form.module.css'
import { CashPanel } from './CashPanel.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import styles from './DeliveryScreen.module.css'
import { ways } from './delivery.queries.ts'
import { usePlaceNames } from './usePlaceNames.ts'

/** The shipping methods. */
export default function DeliveryScreen() {
  const t = useT()
  const pick = useLocalized()
  return (
    <AdminPage title={t('admin.delivery')}>
      <EntityList
        title={t('admin.deliveryWays')}
        add={t('admin.newDeliveryWay')}
        query={useQuery(ways.query)}
        nameOf={(way) => pick(way, 'name')}
        switchedOn="usable"
        list={ways}
        removeText={t('admin.removeDeliveryText')}
        dialog={(way, close) => <DeliveryDialog way={way} onClose={close} />}
      >
        {(way) => <Way way={way} />}
      </EntityList>
      <p className={formStyles.quiet}>{t('admin.deliveryFirst')}</p>
      <CashPanel />
    </AdminPage>
  )
}

/** Its name, then places, fee and days. */
function Way({ way }: { way: DeliveryWay }) {
  const t = useT()
  const pick = useLocalized()
  const daysText = useDeliveryDays()
  const { places, fee, free_from: freeFrom, days_min: min, days_max: max } = way
  return (
    <div className={styles.way}>
      <strong>{pick(way, 'name')}</strong>
      <span className={formStyles.quiet}>
        {places === null ? t('admin.everywhere') : <PlaceNames places={places} />}
      </span>
      <span className={formStyles.quiet}>
        <Amount>{formatPrice(fee)}</Amount>
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
