import { useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { translate } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirmNewEmail, undoNewEmail } from './email.queries.ts'
import { failureNotice } from './failure-notice.ts'
import { ResetPanel } from './ResetPanel.tsx'

const CONFIRM = {
  act: confirmNewEmail,
  title: 'emailChange.confirmTitle',
  text: 'emailChange.confirmText',
  button: 'emailChange.confirm',
  done: 'emailChange.confirmed',
  doneText: 'emailChange.confirmedText',
} as const

const UNDO = {
  act: undoNewEmail,
  title: 'emailChange.undoTitle',
  text: 'emailChange.undoText',
  button: 'emailChange.undo',
  done: 'emailChange.undone',
  doneText: 'emailChange.undoneText',
} as const

/**
 * Confirms an email address, or reverts a change of address. Requires a click, so that a mail scanner opening the link
 * changes nothing.
 */
export function EmailLink({ change, token }: { change: 'confirm' | 'undo'; token: string }) {
  const step = change === 'undo' ? UNDO : CONFIRM
  const t = useT()
  const goesOn = useSession().signedIn && change === 'confirm'
  const [done, setDone] = useState(false)
  const [notice, setNotice] = useState(token ? undefined : t('emailChange.badLink'))
  usePageTitle(t(step.title))

  const [send, sending] = useAction(
    async () => {
      await step.act(token)
      setDone(true)
    },
    (error) => setNotice(reasonOf(error) ?? failureNotice(error) ?? t('reset.failed')),
  )

  function onSend() {
    setNotice(undefined)
    send()
  }

  if (done) {
    return <ResetPanel title={t(step.done)} lead={t(step.doneText)} goesOn={goesOn} arrived />
  }
  return (
    <ResetPanel
      title={t(step.title)}
      lead={t(step.text)}
      notice={notice}
      goesOn={goesOn}
      onSend={onSend}
    >
      {token && (
        <Button type="submit" wide busy={sending}>
          {t(step.button)}
        </Button>
      )}
    </ResetPanel>
  )
}

/** Why the server rejected the link; undefined for a failure that may be temporary. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return undefined
  // Status 409 means that another account has since taken the email address.
  return error.status === 409 ? error.message : translate('emailChange.badLink')
}
