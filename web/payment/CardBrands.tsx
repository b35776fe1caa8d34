import { useT } from '#web/i18n/useI18n.ts'
import styles from './CardBrands.module.css'

/** The specification's brands. Their names are set in the shop's font; only Mastercard also has its circles. */
const BRANDS = ['visa', 'mastercard', 'stripe']

export function CardBrands() {
  const t = useT()
  return (
    <ul className={styles.brands} aria-label={t('payment.cards')}>
      {BRANDS.map((brand) => (
        <li key={brand} className={styles.brand} data-brand={brand} lang="en">
          {brand === 'mastercard' && <TwoCircles />}
          {brand}
        </li>
      ))}
    </ul>
  )
}

function TwoCircles() {
  return (
    <svg viewBox="0 0 26 16" width="26" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="8" fill="#eb001b" />
      <circle cx="18" cy="8" r="8" fill="#f79e1b" />
      <path d="M13 1.75a8 8 0 0 1 0 12.5 8 8 0 0 1 0-12.5" fill="#ff5f00" />
    </svg>
  )
}
