import type { ReactNode } from 'react'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import { Pager } from './Pager.tsx'
import type { Pages } from './usePages.ts'

interface PagedListProps<Row> {
  pages: Pages<unknown>
  /** Those of the current page; undefined while the first one loads. */
  rows: readonly Row[] | undefined
  /** Shown in place of a list without rows. */
  empty: ReactNode
}

/** A page of a list, or why there is none, and the buttons to other pages. */
export function PagedList({
  pages,
  rows,
  empty,
  children,
}: PagedListProps<unknown> & { children: ReactNode }) {
  return (
    <>
      {pages.failed ? (
        <LoadFailure onRetry={pages.retry} retrying={pages.retrying} />
      ) : rows?.length === 0 ? (
        empty
      ) : (
        children
      )}
      <Pager pages={pages} />
    </>
  )
}

interface PagedTableProps<Row> extends PagedListProps<Row> {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
}

/** A list by pages as a table. */
export function PagedTable<Row extends { id: number }>({
  caption,
  columns,
  ...list
}: PagedTableProps<Row>) {
  return (
    <PagedList {...list}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={list.pages.isTurning}
      />
    </PagedList>
  )
}
