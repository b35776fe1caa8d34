import { formatPrice } from '#web/i18n/format.ts'
import styles from './Money.module.css'

/** An amount in one piece, its sign and its `$` in front in a text that reads from the right too. */
export function Money({ amount }: { amount: number }) {
  return (
    <bdi dir="ltr" className={styles.money}>
      {formatPrice(amount)}
    </bdi>
  )
}
