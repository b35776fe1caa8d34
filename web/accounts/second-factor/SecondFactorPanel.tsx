import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { SecondFactor } from '#contract/second-factor.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import panel from '../Panel.module.css'
import { Panel, passToHeading } from '../Panel.tsx'
import { secondFactorQuery } from '../second-factor.queries.ts'
import { PasskeyList } from './PasskeyList.tsx'
import { canUsePasskeys } from './passkeys.ts'
import type { Task } from './SecondFactorDialog.tsx'

const SecondFactorDialog = lazyAddition(() => import('./SecondFactorDialog.tsx'))

export function SecondFactorPanel() {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(secondFactorQuery)
  const [task, setTask] = useState<Task>()
  const [removed, setRemoved] = useState<Passkey>()
  const state = query.data
  const canRemove = state && (state.has_app || state.passkeys.length > 1)

  function close() {
    flushSync(() => setTask(undefined))
    // The button that opened the dialog may be gone.
    if (document.activeElement === document.body) heading.current?.focus()
  }

  return (
    <Panel
      id="two-step"
      title={t('secondFactor.title')}
      lead={t('secondFactor.lead')}
      headingRef={heading}
    >
      <LoadState query={query} skeleton={<Skeleton block={48} inline={160} radius={12} />} />
      {state?.is_on && <p>{t('secondFactor.state', { count: state.recovery_codes_left })}</p>}
      {state && state.passkeys.length > 0 && (
        <PasskeyList
          passkeys={state.passkeys}
          onRemove={
            canRemove
              ? (passkey) => {
                  setRemoved(passkey)
                  setTask('remove')
                }
              : undefined
          }
        />
      )}
      {state && (
        <div className={panel.actions}>
          {tasksOf(state).map((what) => (
            <Button key={what} ref={passToHeading} variant="outline" onClick={() => setTask(what)}>
              {t(what === 'on' ? 'secondFactor.app' : `secondFactor.${what}`)}
            </Button>
          ))}
        </div>
      )}
      {task && state && (
        <SecondFactorDialog task={task} state={state} removed={removed} onClose={close} />
      )}
    </Panel>
  )
}

function tasksOf({ is_on, has_app, passkeys }: SecondFactor): Exclude<Task, 'remove'>[] {
  return [
    ...(has_app ? [] : (['on'] as const)),
    ...(canUsePasskeys() && passkeys.length < PASSKEYS_MAX ? (['passkey'] as const) : []),
    ...(is_on ? (['codes', 'off'] as const) : []),
  ]
}
