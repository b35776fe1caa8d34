import { AdminHeader } from '#web/admin/AdminHeader.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import UserRound from '#web/ui/icons/user-round.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import AccountLinks from './AccountLinks.tsx'
import LanguageChoices from './LanguageChoices.tsx'
import { MenuPart } from './MenuPart.tsx'
import ThemeChoices from './ThemeChoices.tsx'

export default function StaffHeader() {
  const t = useT()
  return (
    <AdminHeader>
      <Popover label={t('header.account')} trigger={<UserRound size={22} aria-hidden />}>
        <AccountLinks />
        <MenuPart title={t('header.language')}>
          <LanguageChoices />
        </MenuPart>
        <MenuPart title={t('header.theme')}>
          <ThemeChoices />
        </MenuPart>
      </Popover>
    </AdminHeader>
  )
}
