import type { ShopEmail } from '#contract/admin/emails.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { toastFailure } from '../parts/failure-text.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { setSent } from './emails.queries.ts'

export function SentSwitch({ email: { kind, is_on } }: { email: ShopEmail }) {
  const t = useT()
  const mayWrite = useMayWrite()
  const [change, changing] = useAction(async (on: boolean) => {
    await setSent(kind, on)
  }, toastFailure())
  return (
    <Switch
      label={t('admin.emailSent')}
      aria-label={t('admin.emailSentNamed', { name: t(`admin.email.${kind}`) })}
      aria-busy={changing || undefined}
      checked={is_on}
      disabled={!mayWrite}
      onChange={(event) => change(event.target.checked)}
    />
  )
}
