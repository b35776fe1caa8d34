import type { ImportJob, KeptRow } from '#contract/admin/import.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import styles from './ImportScreen.module.css'
import { importJobQuery, undoImport } from './import.queries.ts'

/** Undoes an import, and lists the rows that could not be restored. */
export function ImportUndo({ job }: { job: ImportJob }) {
  const t = useT()
  const { id, undo } = job
  return (
    <>
      {undo && (
        <div role="status">
          {undo.state === 'running' && <p>{t('admin.importUndoing')}</p>}
          {undo.state === 'done' && <p>{t('admin.importUndone', { count: undo.undone })}</p>}
          {undo.state === 'stopped' && <Notice bad>{t('admin.importUndoStopped')}</Notice>}
        </div>
      )}
      {undo && undo.kept > 0 && <KeptList rows={undo.kept_rows} count={undo.kept} />}
      {job.can_undo && (
        <ConfirmButton
          variant="outline"
          title={t('admin.importUndo')}
          confirm={t('admin.importUndo')}
          danger
          saysReason
          act={async () => {
            await undoImport(id)
            await queryClient.invalidateQueries(importJobQuery(id))
          }}
        >
          <p>{t('admin.importUndoAsk')}</p>
        </ConfirmButton>
      )}
    </>
  )
}

function KeptList({ rows, count }: { rows: readonly KeptRow[]; count: number }) {
  const t = useT()
  const title = t('admin.importKept', { count })
  return (
    <>
      <h3>{title}</h3>
      <DataTable
        caption={title}
        scrolling={styles.list}
        columns={[
          { head: t('admin.importRow'), cell: ({ row }: KeptRow) => row },
          { head: t('admin.name'), cell: ({ name }) => <bdi>{name}</bdi> },
          {
            head: t('admin.importReason'),
            cell: ({ reason }) => t(`admin.importKept.${reason}`),
          },
        ]}
        rows={rows}
        rowKey={({ row, reason }) => `${row} ${reason}`}
      />
    </>
  )
}
