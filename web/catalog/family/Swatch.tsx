import styles from './Swatch.module.css'

/** A dot in a color such as #1f3a5f; its name is beside it. */
export function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 18 18" className={styles.swatch} aria-hidden="true">
      <circle cx="9" cy="9" r="8.5" fill={color} />
    </svg>
  )
}
