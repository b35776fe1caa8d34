import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { placeToReturn } from '#web/session/place-to-return.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { challengeIn, failureNotice } from './failure-notice.ts'
import { exchangeCode, linkAccount, readReply } from './google.queries.ts'
import { ResetPanel } from './ResetPanel.tsx'
import { SecondStep } from './second-factor/SecondStep.tsx'

/**
 * Finishes a sign-in with Google. The code in the URL works only once, so it is removed from the URL and exchanged
 * immediately. An account with the same email must first be linked to Google, which requires the account's password.
 */
export function GoogleReturn({ fragment }: { fragment: string }) {
  const t = useT()
  const navigate = useNavigate()
  const [reply] = useState(() => readReply(fragment))
  const [email, setEmail] = useState<string>()
  const [notice, setNotice] = useState(() =>
    'reason' in reply ? t(`google.${reply.reason}`) : undefined,
  )
  const [challenge, setChallenge] = useState<string>()
  const asked = useRef(false)
  usePageTitle(t('auth.signIn.title'))

  function arrive() {
    showToast(t('toast.signedIn'), 'success')
    navigate(placeToReturn(), { replace: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since the code works once
  useEffect(() => {
    window.history.replaceState(window.history.state, '', paths.signIn)
    if (asked.current || !('code' in reply)) return
    asked.current = true
    exchangeCode(reply.code).then(
      (open) => (open ? setEmail(open.link.email) : arrive()),
      (error) => {
        const waiting = challengeIn(error)
        if (waiting) return setChallenge(waiting)
        console.error(error)
        setNotice(failureNotice(error) ?? t('google.failed'))
      },
    )
  }, [])

  const [link, linking] = useAction(async (code: string, password: string) => {
    try {
      await linkAccount(code, password)
      arrive()
    } catch (error) {
      const waiting = challengeIn(error)
      if (waiting) return setChallenge(waiting)
      console.error(error)
      setNotice(failureNotice(error))
      showToast(t('toast.badCredentials'), 'error')
    }
  })

  function onSend(form: FormData) {
    setNotice(undefined)
    if ('code' in reply) link(reply.code, String(form.get('password')))
  }

  if (challenge) return <SecondStep challenge={challenge} onArrive={arrive} />
  if (email === undefined) {
    return (
      <ResetPanel title={t('auth.google')} lead={notice ? '' : t('google.back')} notice={notice}>
        {!notice && <LoadingScreen label={t('common.loading')} />}
      </ResetPanel>
    )
  }
  return (
    <ResetPanel
      title={t('google.linkTitle')}
      lead={t('google.linkLead', { email })}
      notice={notice}
      onSend={onSend}
    >
      <PasswordField label={t('auth.password')} name="password" autoComplete="current-password" />
      <Button type="submit" wide busy={linking}>
        {t('google.link')}
      </Button>
    </ResetPanel>
  )
}
