import type { ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import styles from './PagedList.module.css'
import type { Pages } from './usePages.ts'

interface PagedListProps<Row> {
  pages: Pages<unknown>
  /** The rows of the current page; undefined while the first page loads. */
  rows: readonly Row[] | undefined
  empty: ReactNode
}

/** One page of a list, an error or the empty state, with buttons for the previous and next page. */
export function PagedList({
  pages,
  rows,
  empty,
  children,
}: PagedListProps<unknown> & { children: ReactNode }) {
  return (
    <>
      {pages.failed ? (
        <LoadFailure error={pages.error} onRetry={pages.retry} retrying={pages.retrying} />
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
  caption: string
  columns: readonly Column<Row>[]
}

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

function Pager({ pages }: { pages: Pages<unknown> }) {
  const t = useT()
  if (pages.number === 1 && !pages.hasNext) return null
  return (
    <nav className={styles.pager} aria-label={t('admin.pages')}>
      <Button variant="outline" disabled={pages.number === 1} onClick={pages.previous}>
        {t('common.previous')}
      </Button>
      <span className="quiet" aria-live="polite">
        {t('admin.page', { number: pages.number })}
      </span>
      <Button
        variant="outline"
        disabled={!pages.hasNext}
        busy={pages.isTurning}
        onClick={pages.next}
      >
        {t('common.next')}
      </Button>
    </nav>
  )
}
