import styles from './Badge.module.css'

/** A count on the corner of an icon; renders nothing if it is zero. The button's accessible name includes the count. */
export function Badge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.badge} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
