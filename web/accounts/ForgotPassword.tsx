import { type FormEvent, useState } from 'react'
import { PASSWORD_LINK_MINUTES } from '#contract/limits.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmailField } from './EmailField.tsx'
import { failureNotice } from './failure-notice.ts'
import { askForLink } from './password.queries.ts'
import { ResetPanel } from './ResetPanel.tsx'

export function ForgotPassword() {
  const t = useT()
  const config = useShopConfig()
  const [sentTo, setSentTo] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [notice, setNotice] = useState<string>()
  usePageTitle(t('reset.title'))

  const [send, sending] = useAction(async (email: string) => {
    try {
      await askForLink(email)
      setSentTo(email)
    } catch (error) {
      console.error(error)
      setNotice(failureNotice(error) ?? t('reset.failed'))
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setNotice(undefined)
    setWrong(email === '' ? t('auth.emailRequired') : undefined)
    if (email !== '') send(email)
  }

  if (sentTo) {
    return (
      <ResetPanel title={t('reset.sent')} lead={t('reset.sentText', { email: sentTo })} arrived>
        {config?.demo_mails && (
          <>
            <p>{t('mails.seeText')}</p>
            <Link to={paths.demoMails} className={buttonClass('primary', true)}>
              {t('mails.see')}
            </Link>
          </>
        )}
      </ResetPanel>
    )
  }
  return (
    <ResetPanel
      title={t('reset.title')}
      lead={t('reset.lead', { minutes: PASSWORD_LINK_MINUTES })}
      notice={notice}
      onSubmit={onSubmit}
    >
      <EmailField error={wrong} />
      <Button type="submit" wide busy={sending}>
        {t('reset.send')}
      </Button>
    </ResetPanel>
  )
}
