import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FieldErrors } from '#contract/errors.ts'
import { PASSWORD_MIN, USERNAME_MAX } from '#contract/limits.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { createDraft, KeptDraft } from '#web/session/KeptDraft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { AuthForm, type AuthFrame } from './AuthForm.tsx'
import { signUp } from './accounts.queries.ts'
import { EmailField } from './EmailField.tsx'
import { failureNotice } from './failure-notice.ts'
import { PasswordFields } from './PasswordFields.tsx'

const ERROR_TOASTS_APART = 300

const draft = createDraft('sign-up')

export default function SignUpScreen({ frame }: { frame: AuthFrame }) {
  const t = useT()
  const navigate = useNavigate()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  // Whether the account has been created; prevents resubmitting the form while the next screen loads.
  const isOpened = useRef(false)
  usePageTitle(t('auth.signUp.title'))

  const [send, sending] = useAction(async (form: FormData) => {
    const value = (name: string) => String(form.get(name))
    const email = value('email').trim()
    await signUp({
      username: value('username').trim(),
      email,
      password: value('password'),
      password_confirmation: value('password_confirmation'),
    })
    isOpened.current = true
    draft.set(null)
    showToast(t('toast.signedUp'), 'success')
    navigate(paths.signIn, { state: email })
  }, explain)

  function explain(error: unknown) {
    const messages = error instanceof ApiError ? errorsOf(error.body) : []
    if (messages.length > 0) showOneByOne(messages)
    else if (error instanceof ApiError && error.status === 422) setErrors(error.fields)
    else {
      // The specification requires the success style for this toast; the notice explains the failure.
      showToast(t('toast.signUpFailed'), 'success')
      setNotice(failureNotice(error))
    }
  }

  function onSend(form: FormData) {
    if (isOpened.current) return
    setErrors({})
    setNotice(undefined)
    send(form)
  }

  return (
    <AuthForm
      frame={frame}
      title={t('auth.signUp.title')}
      lead={t('auth.signUp.lead')}
      errors={errors}
      onSend={onSend}
      notice={notice}
      other={
        <>
          {t('auth.hasAccount')} <Link to={paths.signIn}>{t('auth.signIn')}</Link>
        </>
      }
    >
      <KeptDraft draft={draft} />
      <Field
        label={t('auth.username')}
        name="username"
        autoComplete="nickname"
        maxLength={USERNAME_MAX}
      />
      <EmailField />
      <PasswordFields
        label={t('auth.password')}
        hint={t('auth.passwordHint', { count: PASSWORD_MIN })}
      />
      <Button type="submit" wide busy={sending}>
        {t('auth.register')}
      </Button>
      {sending && <LoadingScreen label={t('common.loading')} />}
    </AuthForm>
  )
}

/** The messages in a reply `{error: true, data: {field: message}}`; empty for any other reply. */
function errorsOf(body: unknown): string[] {
  const { error, data } = (body ?? {}) as { error?: unknown; data?: Record<string, unknown> }
  return error === true && data ? Object.values(data).flat().map(String) : []
}

function showOneByOne(messages: string[]) {
  messages.forEach((message, index) => {
    setTimeout(() => showToast(message, 'error'), index * ERROR_TOASTS_APART)
  })
}
