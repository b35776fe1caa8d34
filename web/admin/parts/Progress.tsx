import styles from './Progress.module.css'

/** A progress bar with its percentage. `part` is from 0 to 1. */
export function Progress({ label, part }: { label: string; part: number }) {
  const percent = Math.round(part * 100)
  return (
    <div className={styles.progress}>
      <span>{label}</span>
      <progress max={100} value={percent} aria-label={label} className={styles.bar} />
      <bdi dir="ltr">{percent}%</bdi>
    </div>
  )
}
