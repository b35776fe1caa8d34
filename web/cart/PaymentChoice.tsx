import type { WayToPay } from '#contract/order-moves.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './Choice.module.css'

interface PaymentChoiceProps {
  ways: readonly WayToPay[]
  chosen: WayToPay
  locked: boolean
  onChoose: (way: WayToPay) => void
}

/** The payment methods, where there is a choice. */
export function PaymentChoice({ ways, chosen, locked, onChoose }: PaymentChoiceProps) {
  const t = useT()
  if (ways.length < 2) return null
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
