import type { ReactNode } from 'react'
import styles from './SectionTitle.module.css'

interface SectionTitleProps {
  id?: string
  level?: 'h1' | 'h2'
  children: ReactNode
  actions?: ReactNode
}

/** A heading followed by a kinked rule: the shop's lightning flash, drawn as a line. */
export function SectionTitle({ id, level: Level = 'h2', children, actions }: SectionTitleProps) {
  return (
    <div className={styles.row}>
      <Level id={id} className={styles.title}>
        {children}
      </Level>
      <span className={styles.rule} aria-hidden="true">
        <span className={styles.low} />
        <svg className={styles.kink} viewBox="0 0 12 9" width="12" height="9" aria-hidden="true">
          <path d="M0 8.5h1l9-8h2" fill="none" stroke="currentColor" />
        </svg>
        <span className={styles.high} />
      </span>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
