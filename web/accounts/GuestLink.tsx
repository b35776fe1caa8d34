import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { rememberPlace } from '#web/session/place-to-return.ts'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { openGuestOrder, ownsOrder } from './email.queries.ts'
import { failureNotice } from './failure-notice.ts'
import { ResetPanel } from './ResetPanel.tsx'

/**
 * The page behind the links in a guest's emails. It waits for a click, because opening the order signs this browser in
 * as the guest. If the order has since moved to an account (status 409), only a user signed in to that account can open
 * it.
 */
export function GuestLink({ token, orderId }: { token: string; orderId: number }) {
  const t = useT()
  const navigate = useNavigate()
  const { signedIn } = useSession()
  const [notice, setNotice] = useState(token ? undefined : t('guest.badLink'))
  const order = orderId > 0 ? paths.order(orderId) : paths.orders
  usePageTitle(t('guest.linkTitle'))

  const [open, opening] = useAction(
    async () => {
      setNotice(undefined)
      try {
        await openGuestOrder(token)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error
        if (!(signedIn && (orderId === 0 || (await ownsOrder(orderId))))) {
          rememberPlace(order)
          return setNotice(error.message)
        }
      }
      navigate(order, { replace: true })
    },
    (error) => setNotice(failureNotice(error) ?? t('guest.badLink')),
  )

  return (
    <ResetPanel
      title={t('guest.linkTitle')}
      lead={t('guest.linkText')}
      notice={notice}
      onSend={() => open()}
    >
      {token && (
        <Button type="submit" wide busy={opening}>
          {t('guest.open')}
        </Button>
      )}
    </ResetPanel>
  )
}
