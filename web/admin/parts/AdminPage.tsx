import type { ReactNode } from 'react'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import styles from './AdminPage.module.css'

interface AdminPageProps {
  title: string
  /** Where the screen belongs, when it is not of the menu itself. */
  above?: ReactNode
  /** What can be done here. */
  actions?: ReactNode
  children: ReactNode
}

/** One of the owner's screens: its name, what can be done, and the rest below. */
export function AdminPage({ title, above, actions, children }: AdminPageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      {above}
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  title: string
  actions?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A part of a screen with a heading of its own. */
export function Panel({ title, actions, children, className }: PanelProps) {
  return (
    <section className={`${styles.panel} ${className ?? ''}`}>
      <header className={styles.panelHead}>
        <h2 className={styles.panelTitle}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
