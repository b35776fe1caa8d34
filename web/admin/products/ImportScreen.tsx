import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import type { ImportMapping, ImportReport } from '#contract/admin/import.ts'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX, IMPORT_ZIP_BYTES_MAX } from '#contract/limits.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { inMegabytes } from '#web/i18n/format.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import FileSpreadsheet from '#web/ui/icons/file-spreadsheet.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { failureText } from '../parts/failure-text.ts'
import { formatCount } from '../parts/format-count.ts'
import { Notice } from '../parts/Notice.tsx'
import { Progress } from '../parts/Progress.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { ExportButton } from './ExportButton.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportJobPanel } from './ImportJobPanel.tsx'
import { ImportMappingPanel } from './ImportMappingPanel.tsx'
import { ImportReportPanel } from './ImportReportPanel.tsx'
import styles from './ImportScreen.module.css'
import {
  type FileColumns,
  type ImportRequest,
  latestImportQuery,
  refusedColumns,
  refusedRows,
  sendImport,
} from './import.queries.ts'
import { rememberedMapping, rememberMapping } from './remembered-mapping.ts'
import sample from './sample.csv?raw'

export default function ImportScreen() {
  return useMayWrite() ? <Import /> : <Navigate to={adminPaths.products} replace />
}

/** Imports products from a file, first validating the whole file and then applying it. */
function Import() {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const [sent, setSent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [ownIds, setOwnIds] = useState(false)
  const latest = useQuery(latestImportQuery).data
  const shownJob = file ? report?.job : latest

  const [columns, setColumns] = useState<FileColumns>()
  const [mapping, setMapping] = useState<ImportMapping>()

  const [send, sending] = useAction(ask)

  async function ask(chosen: File, request: ImportRequest): Promise<void> {
    setFailure(undefined)
    let found: FileColumns | null
    try {
      const answer = await sendImport(chosen, { ...request, onProgress: setSent })
      setReport(answer)
      found = answer
    } catch (error) {
      console.warn(error)
      found = refusedColumns(error)
      const bad = refusedRows(error)
      if (bad && report) setReport({ ...report, ...bad, job: null })
      else {
        setReport(undefined)
        setFailure(reasonOf(error) ?? failureText(error, 'admin.importRefused'))
      }
    } finally {
      setSent(undefined)
    }
    if (!found || request.mode === 'apply') return
    setColumns(found)
    if (request.mapping) return rememberMapping(found.columns, request.mapping)
    const before = rememberedMapping(found.columns)
    if (!before) return
    setMapping(before)
    await ask(chosen, { ...request, mapping: before })
  }

  function check(chosen: File, said: Pick<ImportRequest, 'ownIds' | 'mapping'>) {
    setOwnIds(said.ownIds ?? false)
    setMapping(said.mapping)
    send(chosen, { mode: 'check', ...said })
  }

  function choose(chosen: File | undefined) {
    if (!chosen) return
    setFile(chosen)
    setReport(undefined)
    setColumns(undefined)
    if (chosen.size > maxOf(chosen)) setFailure(t('admin.tooLarge'))
    else check(chosen, {})
  }

  return (
    <AdminPage
      title={t('admin.importTitle')}
      list="products"
      here={t('admin.import')}
      actions={
        <>
          <DownloadButton file="sample.csv" load={async () => new Blob([sample])}>
            {t('admin.importSample')}
          </DownloadButton>
          <Popover
            label={t('admin.exports')}
            trigger={
              <>
                <Download size={18} aria-hidden />
                {t('admin.exports')}
              </>
            }
            triggerClass={buttonClass('outline')}
          >
            <div className={styles.exports}>
              <ExportButton name="products.csv" />
              <ExportButton name="catalog.zip" />
            </div>
          </Popover>
        </>
      }
    >
      <Panel title={t('admin.importFile')}>
        <p className={styles.lead}>{t('admin.importLead')}</p>
        <FileField
          label={t('admin.importChoose')}
          accept=".csv,text/csv,.zip,application/zip"
          disabled={sending}
          hint={t('admin.importHint', {
            megabytes: inMegabytes(IMPORT_BYTES_MAX),
            zip: inMegabytes(IMPORT_ZIP_BYTES_MAX),
            rows: formatCount(IMPORT_ROWS_MAX),
          })}
          onFiles={([chosen]) => choose(chosen)}
        >
          <FileSpreadsheet size={24} aria-hidden />
          {file ? <bdi>{file.name}</bdi> : t('admin.importChoose')}
        </FileField>
        {sent !== undefined && (
          <Progress
            label={t(sent < 1 ? 'admin.importSending' : 'admin.importChecking')}
            part={sent}
          />
        )}
        {failure && <Notice bad>{failure}</Notice>}
        <ImportColumns />
      </Panel>
      {file && columns && columns.columns.length > 0 && !report?.job && (
        <ImportMappingPanel
          key={JSON.stringify([columns, mapping])}
          file={columns}
          mapping={mapping}
          busy={sending}
          onEdit={() => setReport(undefined)}
          onMapping={(said) => check(file, { mapping: said })}
        />
      )}
      {file && report && !report.job && (
        <ImportReportPanel
          report={report}
          busy={sending}
          onApply={() =>
            send(file, { mode: 'apply', ownIds, mapping, skipBad: report.problem_count > 0 })
          }
          onOwnIds={ownIds ? undefined : () => check(file, { ownIds: true, mapping })}
        />
      )}
      {shownJob && <ImportJobPanel id={shownJob} />}
    </AdminPage>
  )
}

function maxOf({ name }: File): number {
  return /\.zip$/i.test(name) ? IMPORT_ZIP_BYTES_MAX : IMPORT_BYTES_MAX
}

/** Why the whole file was rejected, for example because of a missing column. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields.file?.[0] : undefined
}
