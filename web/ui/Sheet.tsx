import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Logo } from './Logo.tsx'
import styles from './Sheet.module.css'

interface SheetProps {
  /** Of the shop that issues it. */
  brand: ComponentProps<typeof Logo>
  title: string
  /** Its number or other reference, below its title. */
  under: ReactNode
  children: ReactNode
}

/** A page that is printed alone, black on white: a packing slip, an invoice. */
export function Sheet({ brand, title, under, children }: SheetProps) {
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <Logo name={brand.name} name_ar={brand.name_ar} logo={brand.logo ?? null} />
        <div className={styles.name}>
          <p className={styles.title}>{title}</p>
          <p>{under}</p>
        </div>
      </header>
      {children}
    </article>
  )
}

/** Its parts side by side, if there is room; otherwise `short` ones take a line each. */
export function SheetColumns({ short, children }: { short?: boolean; children: ReactNode }) {
  return <div className={cx(styles.facts, short && styles.short)}>{children}</div>
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

interface SheetTableProps {
  /**
   * On a phone a line becomes a block: the first and the last cell, below them the others with
   * their `data-label`.
   */
  stacks?: boolean
  children: ReactNode
}

/** A table over the whole width, of plain `thead`, `tbody` and `tfoot`. */
export function SheetTable({ stacks = false, children }: SheetTableProps) {
  return <table className={cx(styles.contents, stacks && styles.stacks)}>{children}</table>
}
