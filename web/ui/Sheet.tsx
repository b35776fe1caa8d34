import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Logo } from './Logo.tsx'
import styles from './Sheet.module.css'

interface SheetProps {
  brand: ComponentProps<typeof Logo>
  title: string
  under: ReactNode
  children: ReactNode
}

/** A document, such as a packing slip or an invoice, printed in black on white without the rest of the page. */
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

/** The parts of a sheet, side by side if there is room; if not, `short` puts each part on one line with its heading. */
export function SheetColumns({ short, children }: { short?: boolean; children: ReactNode }) {
  return <div className={cx(styles.facts, short && styles.short)}>{children}</div>
}

export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  )
}

interface SheetTableProps {
  /** On a phone, each row becomes a block: its first and last cells, then the other cells with their `data-label`. */
  stacks?: boolean
  children: ReactNode
}

export function SheetTable({ stacks = false, children }: SheetTableProps) {
  return <table className={cx(styles.contents, stacks && styles.stacks)}>{children}</table>
}
