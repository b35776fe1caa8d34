import styles from './Badge.module.css'

/** A count on the corner of an icon; nothing at zero. Its button's name includes the count. */
export function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.badge} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
