import styles from './Swatch.module.css'

/** A dot in a colour such as #1f3a5f; its name stands beside it. */
export function Swatch({ colour }: { colour: string }) {
  return <span className={styles.swatch} style={{ backgroundColor: colour }} />
}
