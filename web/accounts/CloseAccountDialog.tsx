import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import auth from './AuthForm.module.css'
import styles from './CloseAccountDialog.module.css'
import { failureNotice } from './failure-notice.ts'
import { deleteAccount } from './profile.queries.ts'

/** Does not close itself on success: the session has ended, so the guard replaces the profile with sign-in. */
export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()

  const [close, closing] = useAction(async (password: string) => {
    try {
      await deleteAccount(password)
      showToast(t('closing.done'), 'success')
    } catch (error) {
      console.error(error)
      const { fields = {}, code = '' } = error instanceof ApiError ? error : {}
      if (fields.password) setErrors(fields)
      else if (code === 'forbidden') setNotice(t('closing.forbidden'))
      else setNotice(failureNotice(error) ?? t('closing.failed'))
    }
  })

  function onSend(form: FormData) {
    const password = String(form.get('password'))
    setNotice(undefined)
    setErrors(password === '' ? { password: [t('auth.passwordRequired')] } : {})
    if (password !== '') close(password)
  }

  return (
    <Dialog title={t('closing.dialogTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <Form className={styles.form} errors={errors} onSend={onSend} noValidate>
        <ul className={styles.facts}>
          <li>{t('closing.gone')}</li>
          <li>{t('closing.kept')}</li>
          <li>{t('closing.forGood')}</li>
        </ul>
        <PasswordField
          label={t('closing.password')}
          name="password"
          autoComplete="current-password"
          data-autofocus
          hint={
            <>
              {t('closing.noPassword')} <Link to={paths.passwordReset}>{t('closing.setOne')}</Link>
            </>
          }
        />
        {notice && (
          <p className={auth.notice} role="alert">
            {notice}
          </p>
        )}
        <Choices>
          <Button variant="outline" onClick={onClose}>
            {t('closing.keep')}
          </Button>
          <Button type="submit" variant="danger" busy={closing}>
            {t('closing.confirm')}
          </Button>
        </Choices>
      </Form>
    </Dialog>
  )
}
