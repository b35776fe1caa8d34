import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import styles from './Sheet.module.css'

interface SheetProps {
  title: string
  /** What identifies it, below its title. */
  under: ReactNode
  children: ReactNode
}

/** A page that is printed alone, black on white: a packing slip, an invoice. */
export function Sheet({ title, under, children }: SheetProps) {
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <Logo />
        <div>
          <p className={styles.title}>{title}</p>
          <p>{under}</p>
        </div>
      </header>
      {children}
    </article>
  )
}

/** Its parts side by side, where there is room. */
export function SheetColumns({ children }: { children: ReactNode }) {
  return <div className={styles.facts}>{children}</div>
}

/** A part with a small heading. */
export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  )
}

/** A table over the whole width, of plain `thead`, `tbody` and `tfoot`. */
export function SheetTable({ children }: { children: ReactNode }) {
  return <table className={styles.contents}>{children}</table>
}
