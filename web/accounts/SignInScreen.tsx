import { useState } from 'react'
import { useLocation } from 'react-router'
import type { FieldErrors } from '#contract/errors.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { useDelayedNavigate } from '#web/navigation/useDelayedNavigate.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { placeToReturn } from '#web/session/place-to-return.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './AuthForm.module.css'
import { AuthForm, type AuthFrame } from './AuthForm.tsx'
import { signIn } from './accounts.queries.ts'
import { EmailField } from './EmailField.tsx'
import { challengeIn, failureNotice } from './failure-notice.ts'

const REDIRECT_DELAY = 3000

const LaterStep = lazyPart(() => import('./LaterStep.tsx'))

export default function SignInScreen({ frame }: { frame: AuthFrame }) {
  const { hash, state, key } = useLocation()
  const [arrival] = useState({ hash, key })
  // A link followed to this screen, which changes `key`, shows the sign-in form again, even from the second step.
  return arrival.key === key && arrival.hash.startsWith('#google') ? (
    <LaterStep fragment={arrival.hash} />
  ) : (
    <SignIn key={key} frame={frame} email={state} />
  )
}

/** @param email the email to fill in, after signing up */
function SignIn({ frame, email }: { frame: AuthFrame; email?: string }) {
  const t = useT()
  const config = useShopConfig()
  const navigateLater = useDelayedNavigate()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  const [arrived, setArrived] = useState(false)
  const [challenge, setChallenge] = useState<string>()
  usePageTitle(t('auth.signIn.title'))

  function arrive(type: string, delay: number) {
    showToast(t('toast.signedIn'), 'success')
    const isStaff = type === 'admin' && config?.demo === false
    navigateLater(isStaff ? paths.admin : placeToReturn(), delay)
  }

  const [send, sending] = useAction(async (credentials: { email: string; password: string }) => {
    try {
      const type = await signIn(credentials)
      setArrived(true)
      arrive(type, REDIRECT_DELAY)
    } catch (error) {
      const asked = challengeIn(error)
      if (asked) return setChallenge(asked)
      console.error(error)
      setNotice(
        failureNotice(error) ?? t(isWrongPassword(error) ? 'auth.wrong' : 'common.unreachable'),
      )
      showToast(t('toast.badCredentials'), 'error')
    }
  })

  function onSend(form: FormData) {
    if (arrived) return
    const email = String(form.get('email')).trim()
    const password = String(form.get('password'))
    const found: FieldErrors = {
      ...(email === '' && { email: [t('auth.emailRequired')] }),
      ...(password === '' && { password: [t('auth.passwordRequired')] }),
    }
    setErrors(found)
    setNotice(undefined)
    if (Object.keys(found).length === 0) send({ email, password })
  }

  if (challenge) {
    return <LaterStep challenge={challenge} onArrive={(type: string) => arrive(type, 0)} />
  }

  // As specified, an error also shows the loading overlay, which blocks nothing and disappears at the next edit.
  const loading = sending || Object.keys(errors).length > 0

  return (
    <AuthForm
      frame={frame}
      title={t('auth.signIn.title')}
      lead={t('auth.signIn.lead')}
      errors={errors}
      onSend={onSend}
      onEdit={() => setErrors({})}
      notice={notice}
      other={
        <>
          {t('auth.noAccount')} <Link to={paths.signUp}>{t('auth.signUp')}</Link>
        </>
      }
    >
      <EmailField defaultValue={email} />
      <PasswordField label={t('auth.password')} name="password" autoComplete="current-password" />
      <Link to={paths.passwordReset} className={styles.link}>
        {t('auth.forgot')}
      </Link>
      <Button type="submit" wide busy={sending} disabled={arrived}>
        {t('auth.login')}
      </Button>
      {loading && <LoadingScreen label={t('common.loading')} />}
    </AuthForm>
  )
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}
