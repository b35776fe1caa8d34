import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
import { PASSWORD_MIN } from '#contract/limits.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { failureNotice } from './failure-notice.ts'
import { PasswordFields } from './PasswordFields.tsx'
import { setNewPassword } from './password.queries.ts'
import { ResetPanel } from './ResetPanel.tsx'

export function NewPassword({ token }: { token: string }) {
  const t = useT()
  const [saved, setSaved] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  usePageTitle(t('reset.newTitle'))

  const [send, sending] = useAction(async (password: string, confirmation: string) => {
    try {
      await setNewPassword(token, password, confirmation)
      setSaved(true)
    } catch (error) {
      console.error(error)
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (fields.password) return
      const refused = error instanceof ApiError && error.status < 500 && error.status !== 429
      setNotice(refused ? t('reset.badLink') : (failureNotice(error) ?? t('reset.failed')))
    }
  })

  function onSend(form: FormData) {
    setErrors({})
    setNotice(undefined)
    send(String(form.get('password')), String(form.get('password_confirmation')))
  }

  if (saved) return <ResetPanel title={t('reset.saved')} lead={t('reset.savedText')} arrived />
  return (
    <ResetPanel
      title={t('reset.newTitle')}
      lead={t('auth.passwordHint', { count: PASSWORD_MIN })}
      notice={notice}
      errors={errors}
      onSend={onSend}
    >
      <PasswordFields label={t('reset.newPassword')} />
      <Button type="submit" wide busy={sending}>
        {t('reset.save')}
      </Button>
      {notice && (
        <Link to={paths.passwordReset} className={buttonClass('outline', true)}>
          {t('reset.again')}
        </Link>
      )}
    </ResetPanel>
  )
}
