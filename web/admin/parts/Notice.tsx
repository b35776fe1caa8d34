import type { ReactNode } from 'react'
import styles from './Notice.module.css'

/** A message that stays on screen; failures are announced to screen readers. */
export function Notice({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-bad={bad || undefined} role={bad ? 'alert' : undefined}>
      {children}
    </div>
  )
}
