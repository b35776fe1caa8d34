import styles from './Swatch.module.css'

export function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 18 18" className={styles.swatch} aria-hidden="true">
      <circle cx="9" cy="9" r="8.5" fill={color} />
    </svg>
  )
}
