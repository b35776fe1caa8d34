import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Progress } from '../parts/Progress.tsx'
import { Problems, Sums } from './ImportReportPanel.tsx'
import { ImportUndo } from './ImportUndo.tsx'
import { importJobQuery } from './import.queries.ts'

const LABELS = {
  running: 'admin.importRunning',
  done: 'admin.importDone',
  stopped: 'admin.importBroken',
} as const

/** The progress and the result of an import, which continues when the user leaves the screen. */
export function ImportJobPanel({ id }: { id: number }) {
  const t = useT()
  const { data: job } = useQuery(importJobQuery(id))
  const over = job && job.state !== 'running' && job.undo?.state !== 'running'

  useEffect(() => {
    // An import also changes brands, subcategories, attributes and families.
    if (over) void queryClient.invalidateQueries({ queryKey: ['admin'] })
  }, [over])

  return (
    <Panel title={t('admin.importJob', { id })}>
      <Progress
        label={t(LABELS[job?.state ?? 'running'])}
        part={job ? job.done / Math.max(1, job.total) : 0}
      />
      {job?.state === 'stopped' && <Notice bad>{t('admin.importStopped')}</Notice>}
      {job && (
        <Sums
          sums={[
            { name: t('admin.importCreated'), count: job.created },
            { name: t('admin.importUpdated'), count: job.updated },
            { name: t('admin.importBad'), count: job.bad_rows, bad: job.bad_rows > 0 },
          ]}
        />
      )}
      {job && <Problems problems={job.problems} count={job.problem_count} />}
      {job && over && <ImportUndo job={job} />}
      {over && (
        <div>
          <Link to={adminPaths.products} className={buttonClass()}>
            {t('admin.importShow')}
          </Link>
        </div>
      )}
    </Panel>
  )
}
