import { useState } from 'react'
import type { FieldErrors } from '#contract/errors.ts'
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
  const [errors, setErrors] = useState<FieldErrors>({})
  const [notice, setNotice] = useState<string>()
  usePageTitle(t('reset.title'))

  const [send, sending] = useAction(
    async (email: string) => {
      await askForLink(email)
      setSentTo(email)
    },
    (error) => setNotice(failureNotice(error) ?? t('reset.failed')),
  )

  function onSend(form: FormData) {
    const email = String(form.get('email')).trim()
    setNotice(undefined)
    setErrors(email === '' ? { email: [t('auth.emailRequired')] } : {})
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
      errors={errors}
      onSend={onSend}
    >
      <EmailField />
      <Button type="submit" wide busy={sending}>
        {t('reset.send')}
      </Button>
    </ResetPanel>
  )
}
