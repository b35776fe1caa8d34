import type { ReactNode } from 'react'
import styles from './BottomBar.module.css'

/**
 * A screen's main action, within reach of the thumb: on phones and tablets it stays at the window's
 * edge until the end of the screen. It must be the last child of a screen's grid, so that it
 * neither covers the footer nor moves anything; wider windows do not show it.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}
