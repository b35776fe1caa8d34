import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './Count.module.css'

interface CountProps {
  /** Positions the count. */
  className?: string | undefined
  children: ReactNode
}

/** A count of items that need attention, in the bright brand color. */
export function Count({ className, children }: CountProps) {
  return <span className={cx(styles.count, className)}>{children}</span>
}
