import type { ReactNode } from 'react'
import styles from './Notice.module.css'

/** Something that stays to be read; what went wrong is also said aloud. */
export function Notice({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-bad={bad || undefined} role={bad ? 'alert' : undefined}>
      {children}
    </div>
  )
}
