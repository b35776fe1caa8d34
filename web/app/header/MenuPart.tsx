import type { ReactNode } from 'react'
import styles from './MenuPart.module.css'

export function MenuPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}
