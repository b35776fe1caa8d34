import styles from './Progress.module.css'

/** How far something is; a figure beside the bar says the same. */
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
