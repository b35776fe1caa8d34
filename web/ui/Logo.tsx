import styles from './Logo.module.css'

/** The name of the shop, always in both scripts. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 18 26" width="16" height="24" aria-hidden="true" className={styles.bolt}>
        <path d="M11.4 0 0 15.4h7.1L4.3 26 18 9.9h-8z" />
      </svg>
      <span className={styles.latin} lang="en">
        Barq
      </span>
      <span className={styles.arabic} lang="ar">
        برق
      </span>
    </span>
  )
}
