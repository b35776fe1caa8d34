import type { DeliveryOffer } from '#contract/quote.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useDeliveryDays } from '#web/i18n/useDeliveryDays.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Amount } from '#web/ui/Price.tsx'
import styles from './Choice.module.css'

interface DeliveryChoiceProps {
  offers: readonly DeliveryOffer[]
  chosen: number | null
  locked: boolean
  onChoose: (id: number) => void
}

export function DeliveryChoice({ offers, chosen, locked, onChoose }: DeliveryChoiceProps) {
  const t = useT()
  if (offers.length === 0) {
    return (
      <p className={styles.none} role="status">
        {t('cart.noDelivery')}
      </p>
    )
  }
  const [only] = offers
  if (only && offers.length === 1) {
    return only.days ? (
      <p className={styles.only}>
        <Offer offer={only} />
      </p>
    ) : null
  }
  return (
    <fieldset className={styles.choices} disabled={locked}>
      <legend className={styles.title}>{t('cart.shippingMethod')}</legend>
      {offers.map((offer) => (
        <label key={offer.id} className={styles.choice}>
          <input
            type="radio"
            name="delivery"
            checked={offer.id === chosen}
            onChange={() => onChoose(offer.id)}
          />
          <Offer offer={offer} />
        </label>
      ))}
    </fieldset>
  )
}

function Offer({ offer: { fee, days, ...names } }: { offer: DeliveryOffer }) {
  const t = useT()
  const pick = useLocalized()
  const daysText = useDeliveryDays()
  return (
    <>
      <span className={styles.words}>
        {pick(names, 'name')}
        {days && <span className="quiet">{daysText(days)}</span>}
      </span>
      {fee === 0 ? t('cart.free') : <Amount>{formatPrice(fee)}</Amount>}
    </>
  )
}
