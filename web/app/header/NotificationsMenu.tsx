import { useT } from '#web/i18n/useI18n.ts'
import { useSession } from '#web/session/useSession.ts'
import { Badge } from '#web/ui/Badge.tsx'
import Bell from '#web/ui/icons/bell.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { markNoticesRead, useNoticeCount } from './notices.ts'

export function NotificationsMenu() {
  const t = useT()
  const { user } = useSession()
  const count = useNoticeCount()
  return (
    <Popover
      wide
      label={t('header.bellCount', { count })}
      onOpen={() => user && markNoticesRead(user.id)}
      trigger={
        <>
          <Bell size={22} aria-hidden />
          <Badge count={count} />
        </>
      }
    >
      <NotificationsPanel />
    </Popover>
  )
}
