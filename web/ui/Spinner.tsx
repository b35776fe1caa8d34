import { cx } from './cx.ts'
import styles from './Spinner.module.css'

/** A small turning ring in the colour of the text around it; decoration only. */
export function Spinner({ large = false }: { large?: boolean }) {
  return (
    <span
      className={cx(styles.spinner, large && styles.large)}
      data-motion="essential"
      aria-hidden="true"
    />
  )
}

interface LoadingScreenProps {
  label: string
  /** Whether it appears only after a longer wait. */
  isLate?: boolean
}

/**
 * The shared loading indicator over the whole screen. It lies over the page without taking
 * clicks, so that it never locks anybody out.
 */
export function LoadingScreen({ label, isLate = false }: LoadingScreenProps) {
  return (
    <div className={cx(styles.screen, isLate && styles.late)} role="status">
      <span className={styles.disc}>
        <Spinner large />
      </span>
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
