import styles from './Stars.module.css'

/** A star's outline, in relative path commands so that it can be drawn anywhere. */
const STAR = 'm8 1.2 2.06 4.3 4.74.62-3.47 3.27.87 4.7-4.2-2.29-4.2 2.29.87-4.7-3.47-3.27 4.74-.62z'

/** Five stars, 18 pixels apart; a single path for all of them keeps a page of cards light. */
const FIVE = [0, 1, 2, 3, 4]
  .map((place) => STAR.replace('m8 1.2 ', `M${8 + 18 * place} 1.2l`))
  .join('')

/**
 * Five stars, filled up to the value; decorative, because the value also appears as text. The width is an attribute,
 * not a style, because the content security policy blocks styles in server-rendered HTML.
 */
export function Stars({ value }: { value: number }) {
  return (
    <svg viewBox="0 0 88 16" width="88" height="16" className={styles.stars} aria-hidden="true">
      <path d={FIVE} className={styles.empty} />
      <svg width={`${value * 20}%`} aria-hidden="true">
        <path d={FIVE} />
      </svg>
    </svg>
  )
}

export function Star({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={STAR} />
    </svg>
  )
}
