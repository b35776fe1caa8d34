import styles from './Stars.module.css'

const STAR = 'm8 1.2 2.06 4.3 4.74.62-3.47 3.27.87 4.7L8 11.8l-4.2 2.29.87-4.7L1.2 6.12l4.74-.62z'
const FIVE = [0, 1, 2, 3, 4]

/** Five stars, filled to the value; decoration beside a figure that says the same. */
export function Stars({ value }: { value: number }) {
  return (
    <span className={styles.stars} aria-hidden="true">
      <Row className={styles.empty} />
      <span className={styles.filled} style={{ inlineSize: `${(value / 5) * 100}%` }}>
        <Row />
      </span>
    </span>
  )
}

function Row({ className }: { className?: string | undefined }) {
  return (
    <span className={`${styles.row} ${className ?? ''}`}>
      {FIVE.map((star) => (
        <svg key={star} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={STAR} fill="currentColor" />
        </svg>
      ))}
    </span>
  )
}

/** One star alone, for the choice of a rating. */
export function Star({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={STAR} />
    </svg>
  )
}
