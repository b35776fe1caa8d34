import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import styles from './Count.module.css'

interface CountProps {
  className?: string | undefined
  children: ReactNode
}

export function Count({ className, children }: CountProps) {
  return <span className={cx(styles.count, className)}>{children}</span>
}
