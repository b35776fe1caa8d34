import { cx } from './cx.ts'
import styles from './Spinner.module.css'

/** A small spinning ring in the surrounding text's color; decoration only. */
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
  /** Whether to delay the indicator by 300 ms. */
  isLate?: boolean
}

/**
 * The shared loading indicator, which covers the whole screen but lets clicks through, so that it never blocks the
 * user.
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
