import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

/**
 * A screen's main action, under the thumb: on phones and tablets it stays at the window's edge
 * until the end of the screen is reached. The last child of a screen's grid, so that it covers no
 * footer and moves nothing; wider windows do not show it.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}
