import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import UserRound from '#web/ui/icons/user-round.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'

const AccountLinks = lazyAddition(() => import('./AccountLinks.tsx'))

export function AccountMenu() {
  const t = useT()
  return (
    <Popover label={t('header.account')} trigger={<UserRound size={22} aria-hidden />}>
      <AccountLinks />
    </Popover>
  )
}
