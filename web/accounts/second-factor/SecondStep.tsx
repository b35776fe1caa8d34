import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { failureNotice } from '../failure-notice.ts'
import { ResetPanel } from '../ResetPanel.tsx'
import { finishSignIn } from '../second-factor.queries.ts'
import { CodeField } from './CodeField.tsx'

interface SecondStepProps {
  /** Of the answer to the password. */
  challenge: string
  /** The session is stored. @param type of the account. */
  onArrive: (type: string) => void
}

/** The second step of a sign-in: the code of the app, or a recovery code. */
export function SecondStep({ challenge, onArrive }: SecondStepProps) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()

  const [send, sending] = useAction(
    async (form: FormData) => {
      const code = String(form.get('code')).trim()
      setNotice(undefined)
      setErrors(code === '' ? { code: [t('secondFactor.codeMissing')] } : {})
      if (code !== '') onArrive(await finishSignIn(challenge, code))
    },
    (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (fields.code) return
      setNotice(fields.challenge?.[0] ?? failureNotice(error) ?? t('secondFactor.failed'))
    },
  )

  return (
    <ResetPanel
      title={t('secondFactor.signInTitle')}
      lead={t('secondFactor.signInLead')}
      {...{ notice, errors }}
      onSend={send}
    >
      <CodeField />
      <Button type="submit" wide busy={sending}>
        {t('auth.login')}
      </Button>
    </ResetPanel>
  )
}
