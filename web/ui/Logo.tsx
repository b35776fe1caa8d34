import { bothNames, isDefault, type ShopNames } from '#contract/brand.ts'
import styles from './Logo.module.css'

export function Logo({ logo, ...names }: ShopNames & { logo?: string | null }) {
  if (logo) return <img src={logo} alt={bothNames(names)} className={styles.picture} />
  return (
    <span className={styles.logo} data-own={!isDefault(names)}>
      {isDefault(names) && (
        <svg viewBox="0 0 18 26" width="16" height="24" aria-hidden="true" className={styles.bolt}>
          <path d="M11.4 0 0 15.4h7.1L4.3 26 18 9.9h-8z" />
        </svg>
      )}
      <span className={styles.latin} lang="en">
        {names.name}
      </span>{' '}
      {names.name_ar !== names.name && (
        <span className={styles.arabic} lang="ar">
          {names.name_ar}
        </span>
      )}
    </span>
  )
}
