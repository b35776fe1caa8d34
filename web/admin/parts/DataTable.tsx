import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './DataTable.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Whether the cells are numbers, which are aligned with their heading at the last digit. */
  figures?: boolean
  /** Whether the cells contain buttons, which are placed at the end of the row. */
  buttons?: boolean
  /** On phones, gives the cell its own line, without the heading. */
  alone?: boolean
  /** On phones, leaves out the heading, because the value needs no explanation. */
  plain?: boolean
  /** On phones, places the cell beside the first one. */
  corner?: boolean
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Whether the rows, which stay visible, are being replaced or changed. */
  busy?: boolean
  isNew?: (row: Row) => boolean
  /** The class that limits the height of the table, which then scrolls. */
  scrolling?: string | undefined
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6]

/** A table that becomes a list of cards on narrow screens. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  busy,
  isNew,
  scrolling,
}: DataTableProps<Row>) {
  const frame = (
    <div className={styles.frame}>
      <table className={styles.table} aria-busy={busy || !rows || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, figures, buttons }, place) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their places
                key={place}
                scope="col"
                className={cx(figures && styles.figures, buttons && styles.buttons)}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={rowKey(row)} className={cx(isNew?.(row) && styles.new)}>
              {columns.map((column, place) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their places
                  key={place}
                  data-label={hasHeading(column) ? column.head : undefined}
                  className={cx(
                    column.figures && styles.figures,
                    column.buttons && styles.buttons,
                    column.alone && styles.alone,
                    column.corner && styles.corner,
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {!rows && SKELETON_ROWS.map((row) => <SkeletonRow key={row} cells={columns.length} />)}
        </tbody>
      </table>
    </div>
  )
  if (!scrolling) return frame
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keyboard
    <section className={scrolling} tabIndex={0} aria-label={caption}>
      {frame}
    </section>
  )
}

function hasHeading({ alone, buttons, plain, corner }: Column<never>): boolean {
  return !(alone || buttons || plain || corner)
}

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <tr>
      <td colSpan={cells} className={styles.alone}>
        <Skeleton block={36} />
      </td>
    </tr>
  )
}
