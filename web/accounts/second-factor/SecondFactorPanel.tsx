import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import panel from '../Panel.module.css'
import { Panel } from '../Panel.tsx'
import { secondFactorQuery } from '../second-factor.queries.ts'
import type { Task } from './SecondFactorDialog.tsx'

const SecondFactorDialog = lazyPart(() => import('./SecondFactorDialog.tsx'))

/** Turns the second factor of the account on and off, and renews its recovery codes. */
export function SecondFactorPanel() {
  const t = useT()
  const query = useQuery(secondFactorQuery)
  const [task, setTask] = useState<Task>()
  const tasks: Task[] = query.data?.is_on ? ['codes', 'off'] : ['on']

  return (
    <Panel title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
      <LoadState query={query} skeleton={<Skeleton block={48} inline={160} radius={12} />} />
      {query.data?.is_on && (
        <p>{t('secondFactor.state', { count: query.data.recovery_codes_left })}</p>
      )}
      {query.data && (
        <div className={panel.actions}>
          {tasks.map((what) => (
            <Button key={what} variant="outline" onClick={() => setTask(what)}>
              {t(`secondFactor.${what}`)}
            </Button>
          ))}
        </div>
      )}
      {task && (
        <Suspense>
          <SecondFactorDialog task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </Panel>
  )
}
