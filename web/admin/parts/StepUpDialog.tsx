import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError, request } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import styles from './Form.module.css'
import { failureText } from './failure-text.ts'
import { Notice } from './Notice.tsx'
import type { Asked } from './step-up.ts'

/** Asks staff for their password before a call that requires a recent sign-in. */
export default function StepUpDialog({ reason, onProved, onClose }: Asked) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()

  const [send, sending] = useAction(
    async (form: FormData) => {
      setFailure(undefined)
      const current_password = String(form.get('current_password'))
      if (current_password === '') return setErrors({ current_password: [reason] })
      setErrors({})
      await request('POST /api/auth/password/confirm', { body: { current_password } })
      onProved()
    },
    (error) => {
      const fields = (error instanceof ApiError && error.fields) || {}
      setErrors(fields)
      if (!fields.current_password) setFailure(failureText(error))
    },
  )

  return (
    <Dialog title={t('admin.stepUp')} closeLabel={t('common.close')} onClose={onClose}>
      <Form className={styles.form} errors={errors} onSend={send} noValidate>
        <p>{t('admin.stepUpText')}</p>
        <PasswordField
          label={t('admin.stepUpPassword')}
          name="current_password"
          autoComplete="current-password"
          data-autofocus
        />
        {failure && <Notice bad>{failure}</Notice>}
        <Choices>
          <Button variant="outline" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" busy={sending}>
            {t('admin.stepUpSend')}
          </Button>
        </Choices>
      </Form>
    </Dialog>
  )
}
