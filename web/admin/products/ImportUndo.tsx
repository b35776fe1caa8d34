import { useState } from 'react'
import type { ImportJob, KeptRow } from '#contract/admin/import.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Notice } from '../parts/Notice.tsx'
import styles from './ImportScreen.module.css'
import { importJobQuery, undoImport } from './import.queries.ts'

/** Undoes an import, and says what could not be put back. */
export function ImportUndo({ job }: { job: ImportJob }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
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
        <Button variant="outline" onClick={() => setAsking(true)}>
          {t('admin.importUndo')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('admin.importUndo')}
          confirm={t('admin.importUndo')}
          danger
          saysReason
          act={async () => {
            await undoImport(id)
            await queryClient.invalidateQueries(importJobQuery(id))
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('admin.importUndoAsk')}</p>
        </ConfirmDialog>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work by keyboard */}
      <section className={styles.list} tabIndex={0} aria-label={title}>
        <DataTable
          caption={title}
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
      </section>
    </>
  )
}
