import type { WayToPay } from '#contract/order-moves.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './Choice.module.css'

interface PaymentChoiceProps {
  ways: readonly WayToPay[]
  /** The shop's limit for cash payments, if the total exceeds it; otherwise null. */
  cashMax: number | null
  chosen: WayToPay
  locked: boolean
  onChoose: (way: WayToPay) => void
}

export function PaymentChoice({ ways, cashMax, chosen, locked, onChoose }: PaymentChoiceProps) {
  const t = useT()
  if (ways.length < 2) return cashMax === null ? null : <OnlineOnly cashMax={cashMax} />
  const words: Record<WayToPay, [name: string, when: string]> = {
    online: [t('cart.payOnline'), t('cart.payOnlineText')],
    cash: [t('cart.payCash'), t('cart.payCashText')],
  }
  return (
    <fieldset className={styles.choices} disabled={locked}>
      <legend className={styles.title}>{t('cart.payment')}</legend>
      {ways.map((way) => (
        <label key={way} className={styles.choice}>
          <input
            type="radio"
            name="payment"
            checked={way === chosen}
            onChange={() => onChoose(way)}
          />
          <span className={styles.words}>
            {words[way][0]}
            <span className="quiet">{words[way][1]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function OnlineOnly({ cashMax }: { cashMax: number }) {
  const t = useT()
  return (
    <div className={styles.choices}>
      <h3 className={styles.title}>{t('cart.payment')}</h3>
      <p>{t('cart.payOnline')}</p>
      <p className="quiet">{t('cart.cashUpTo', { max: priceInText(cashMax) })}</p>
    </div>
  )
}
