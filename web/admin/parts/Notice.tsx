import type { ReactNode } from 'react'
import styles from './Notice.module.css'

/** A message that stays visible; screen readers announce failures. */
export function Notice({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-bad={bad || undefined} role={bad ? 'alert' : undefined}>
      {children}
    </div>
  )
}
