import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import type { SecondFactorKey } from '#contract/second-factor.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import auth from '../AuthForm.module.css'
import { failureNotice } from '../failure-notice.ts'
import { beginSecondFactor, renewCodes, turnOff, turnOn } from '../second-factor.queries.ts'
import { CodeField } from './CodeField.tsx'
import { KeyForApp } from './KeyForApp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** To turn it on, to make new recovery codes, or to turn it off. */
export type Task = 'on' | 'codes' | 'off'

interface SecondFactorDialogProps {
  task: Task
  onClose: () => void
}

/** Leads through a change of the second factor; asks for the password when the server does. */
export default function SecondFactorDialog({ task, onClose }: SecondFactorDialogProps) {
  const t = useT()
  const [key, setKey] = useState<SecondFactorKey>()
  const [codes, setCodes] = useState<string[]>()
  const [asksPassword, setAsksPassword] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  const asksCode = task !== 'on' || key !== undefined

  const [send, sending] = useAction(
    async (form: FormData) => {
      const code = String(form.get('code') ?? '').trim()
      const password = form.get('current_password')
      const proof = { code, ...(password !== null && { current_password: String(password) }) }
      setNotice(undefined)
      setErrors(asksCode && code === '' ? { code: [t('secondFactor.codeMissing')] } : {})
      if (!asksCode) {
        setKey(await beginSecondFactor(proof))
        setAsksPassword(false)
      } else if (code !== '' && task === 'off') {
        await turnOff(proof)
        showToast(t('secondFactor.isOff'), 'success')
        onClose()
      } else if (code !== '') {
        setCodes(await (task === 'on' ? turnOn(proof) : renewCodes(proof)))
      }
    },
    (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (fields.current_password) setAsksPassword(true)
      else if (!fields.code) setNotice(failureNotice(error) ?? t('secondFactor.failed'))
    },
  )

  return (
    <Dialog title={t('secondFactor.title')} closeLabel={t('common.close')} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <Form className={auth.form} errors={errors} onSend={send} noValidate>
          {key ? <KeyForApp {...key} /> : <p>{t(`secondFactor.text.${task}`)}</p>}
          {asksCode && <CodeField appOnly={task === 'on'} />}
          {asksPassword && (
            <PasswordField
              label={t('profile.currentPassword')}
              name="current_password"
              autoComplete="current-password"
              data-autofocus
            />
          )}
          {notice && (
            <p className={auth.notice} role="alert">
              {notice}
            </p>
          )}
          <Choices>
            <Button variant="outline" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" variant={task === 'off' ? 'danger' : 'primary'} busy={sending}>
              {t(asksCode ? `secondFactor.${task}` : 'secondFactor.continue')}
            </Button>
          </Choices>
        </Form>
      )}
    </Dialog>
  )
}
