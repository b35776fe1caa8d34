import { PRODUCTS_TABLE } from '#contract/admin/catalog-tables.ts'
import type {
  ImportChange,
  ImportPreview,
  ImportProblem,
  ImportReport,
} from '#contract/admin/import.ts'
import { longDate } from '#contract/long-date.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { Changes } from '../parts/Changes.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { formatCount } from '../parts/format-count.ts'
import { Notice } from '../parts/Notice.tsx'
import { useShopZone } from '../parts/shop-time.ts'
import styles from './ImportScreen.module.css'

interface ImportReportPanelProps {
  report: ImportReport
  busy: boolean
  onApply: () => void
  /** Validates the file again, treating its ids as this shop's; undefined once this has been done. */
  onOwnIds: (() => void) | undefined
}

export function ImportReportPanel({ report, busy, onApply, onOwnIds }: ImportReportPanelProps) {
  const t = useT()
  const locale = useLocale()
  const zone = useShopZone()
  const { bad_rows: bad, applied_at: at } = report
  const good = report.creates + report.updates
  const hasChanges = good + report.definitions > 0
  const verdict = () => {
    if (at) return t('admin.importApplied', { at: longDate(new Date(at), locale, zone) })
    if (bad > 0) return t('admin.importHasBad', { count: bad })
    if (report.problem_count > 0) return t('admin.importColumns')
    return t(hasChanges ? 'admin.importAllGood' : 'admin.importNothing')
  }
  return (
    <Panel title={t('admin.importReport')}>
      <Sums
        sums={[
          { name: t('admin.importDefinitions'), count: report.definitions },
          { name: t('admin.importRows'), count: report.rows },
          { name: t('admin.importCreates'), count: report.creates },
          { name: t('admin.importUpdates'), count: report.updates },
          { name: t('admin.importUnchanged'), count: report.unchanged },
          { name: t('admin.importBad'), count: bad, bad: bad > 0 },
        ]}
      />
      {report.applied_rows > 0 && <p>{t('admin.importGoesOn', { count: report.applied_rows })}</p>}
      {report.encoding !== 'UTF-8' && (
        <p>{t('admin.importEncoding', { encoding: report.encoding })}</p>
      )}
      <p role="status">{verdict()}</p>
      <Problems problems={report.problems} count={report.problem_count} />
      {report.ids_in_doubt > 0 && onOwnIds && (
        <div className={styles.doubt}>
          <p className={styles.lead}>
            {t('admin.importIdsInDoubt', { count: report.ids_in_doubt })}
          </p>
          <Button variant="outline" busy={busy} onClick={onOwnIds}>
            {t('admin.importOwnIds')}
          </Button>
        </div>
      )}
      {report.changes.length > 0 && <ChangeList {...report} />}
      {report.preview.length > 0 && <Preview {...report} />}
      {report.free_count > 0 && !at && <Free {...report} />}
      {hasChanges && !at && (
        <div>
          <Button busy={busy} onClick={onApply}>
            {good === 0 && t('admin.import')}
            {good > 0 && t(bad > 0 ? 'admin.importSkipping' : 'admin.importApply', { count: good })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** Warns about products that would become free, since an empty or wrong column could otherwise go unnoticed. */
function Free({ free, free_count: count }: Pick<ImportReport, 'free' | 'free_count'>) {
  const t = useT()
  return (
    <Notice bad>
      <strong>{t('admin.importFree', { count })}</strong>
      <ul>
        {free.map(({ row, name }) => (
          <li key={row}>
            {t('admin.importRow')} {row}: <bdi>{name}</bdi>
          </li>
        ))}
        {count > free.length && <li>…</li>}
      </ul>
    </Notice>
  )
}

/** The old and new values of the products that would change, or of the first few of them. */
function ChangeList({ changes, updates }: Pick<ImportReport, 'changes' | 'updates'>) {
  const t = useT()
  const title = t('admin.importUpdates')
  return (
    <>
      <h3>{title}</h3>
      {updates > changes.length && (
        <p>{t('admin.importChangesShown', { count: changes.length, all: formatCount(updates) })}</p>
      )}
      <DataTable
        caption={title}
        scrolling={styles.list}
        columns={[
          { head: t('admin.importRow'), cell: ({ row }: ImportChange) => row },
          { head: t('admin.name'), cell: ({ name }) => <bdi>{name}</bdi> },
          { head: t('admin.changes'), alone: true, cell: (one) => <Changes {...one} /> },
        ]}
        rows={changes}
        rowKey={({ row }) => String(row)}
      />
    </>
  )
}

/** The first few new products, in the shop's columns. */
function Preview({ preview, creates }: Pick<ImportReport, 'preview' | 'creates'>) {
  const t = useT()
  const title = t('admin.importPreview')
  return (
    <>
      <h3>{title}</h3>
      {creates > preview.length && (
        <p>{t('admin.importPreviewShown', { count: preview.length })}</p>
      )}
      <DataTable
        caption={title}
        scrolling={styles.list}
        columns={[
          { head: t('admin.importRow'), cell: ({ row }: ImportPreview) => row },
          { head: t('admin.name'), cell: ({ cells }) => <bdi>{cells.name}</bdi> },
          {
            head: t('admin.price'),
            cell: ({ cells }) => <bdi>{cells.price}</bdi>,
          },
          {
            head: t('admin.importOther'),
            alone: true,
            cell: ({ cells: { name, price, ...cells } }) => <Changes before={{}} after={cells} />,
          },
        ]}
        rows={preview}
        rowKey={({ row }) => row}
      />
    </>
  )
}

interface SumsProps {
  sums: readonly { name: string; count: number; bad?: boolean }[]
}

export function Sums({ sums }: SumsProps) {
  return (
    <dl className={styles.sums}>
      {sums.map(({ name, count, bad }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-bad={bad || undefined}>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ProblemsProps {
  problems: readonly ImportProblem[]
  /** The total number of problems. */
  count: number
}

export function Problems({ problems, count }: ProblemsProps) {
  const t = useT()
  if (problems.length === 0) return null
  const tableOf = {
    head: t('admin.importFile'),
    cell: ({ file = PRODUCTS_TABLE }: ImportProblem) => <bdi>{file}</bdi>,
  }
  return (
    <>
      {count > problems.length && (
        <p>{t('admin.importShown', { count, shown: formatCount(problems.length) })}</p>
      )}
      <DataTable
        caption={t('admin.importBad')}
        scrolling={styles.list}
        columns={[
          ...(problems.some(({ file }) => file) ? [tableOf] : []),
          { head: t('admin.importRow'), cell: ({ row }) => row },
          { head: t('admin.importColumn'), cell: ({ field }) => <bdi>{field}</bdi> },
          { head: t('admin.importReason'), cell: ({ reason }) => reason },
        ]}
        rows={problems}
        rowKey={({ file, row, field, reason }) => `${file}-${row}-${field}-${reason}`}
      />
    </>
  )
}
