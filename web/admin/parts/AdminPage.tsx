import type { ReactNode } from 'react'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import styles from './AdminPage.module.css'

interface AdminPageProps {
  title: string
  /** The breadcrumb, for a screen that is not in the menu. */
  above?: ReactNode
  /** Buttons for the whole screen. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of the owner's screens: title, actions and content. */
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

/** A section of a screen with its own heading. */
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
