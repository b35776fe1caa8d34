import type { User } from '#contract/accounts.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { keepPresentEmail, resendLink } from './email.queries.ts'
import { toastFailure } from './failure-notice.ts'
import styles from './Panel.module.css'
import { Panel } from './Panel.tsx'

interface EmailStateProps {
  user: User
  onCancel(): void
}

export function EmailState({ user, onCancel }: EmailStateProps) {
  const t = useT()
  const { email, pendingEmail, emailConfirmed } = user

  const [resend, sending] = useAction(async () => {
    await resendLink()
    showToast(t('emailChange.resent'), 'success')
  }, toastFailure('reset.failed'))
  const [cancel, canceling] = useAction(async () => {
    await keepPresentEmail()
    onCancel()
    showToast(t('emailChange.canceled'), 'success')
  }, toastFailure('reset.failed'))

  if (pendingEmail === null && emailConfirmed) return null
  return (
    <Panel
      title={t(pendingEmail === null ? 'emailChange.unconfirmedTitle' : 'emailChange.pendingTitle')}
      lead={
        pendingEmail === null
          ? t('emailChange.unconfirmedText', { email })
          : t('emailChange.pendingText', { email, pending: pendingEmail })
      }
    >
      <div className={styles.actions}>
        <Button variant="outline" busy={sending} onClick={() => resend()}>
          {t('emailChange.resend')}
        </Button>
        {pendingEmail !== null && (
          <Button variant="outline" busy={canceling} onClick={() => cancel()}>
            {t('emailChange.cancel')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
