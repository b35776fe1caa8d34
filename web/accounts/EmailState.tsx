import type { User } from '#contract/accounts.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './EmailState.module.css'
import { keepPresentEmail, resendLink } from './email.queries.ts'
import { failureNotice } from './failure-notice.ts'
import { Panel } from './Panel.tsx'

interface EmailStateProps {
  user: User
  /** The e-mail that waited is given up. */
  onCancel(): void
}

/** What the account's e-mail waits for: the link mailed to a new one, or to the one it has. */
export function EmailState({ user, onCancel }: EmailStateProps) {
  const t = useT()
  const { email, pendingEmail, emailConfirmed } = user

  const [resend, sending] = useAction(() =>
    attempt(async () => {
      await resendLink()
      showToast(t('emailChange.resent'), 'success')
    }),
  )
  const [cancel, cancelling] = useAction(() =>
    attempt(async () => {
      await keepPresentEmail()
      onCancel()
      showToast(t('emailChange.cancelled'), 'success')
    }),
  )

  async function attempt(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      console.error(error)
      showToast(failureNotice(error) ?? t('reset.failed'), 'error')
    }
  }

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
          <Button variant="outline" busy={cancelling} onClick={() => cancel()}>
            {t('emailChange.cancel')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
