import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

/**
 * A screen's main action, within reach of the thumb: on phones and tablets, it sticks to the window's bottom edge until
 * the end of the screen; wider windows do not show it. It must be the last child of the screen's grid, so that it
 * neither covers the footer nor moves anything.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}
