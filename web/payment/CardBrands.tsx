import { useT } from '#web/i18n/useI18n.ts'
import styles from './CardBrands.module.css'

/** Names set in our own type: the companies' marks are theirs. */
const BRANDS = ['visa', 'mastercard', 'stripe']

export function CardBrands() {
  const t = useT()
  return (
    <ul className={styles.brands} aria-label={t('payment.cards')}>
      {BRANDS.map((brand) => (
        <li key={brand} className={styles.brand} lang="en">
          {brand}
        </li>
      ))}
    </ul>
  )
}
