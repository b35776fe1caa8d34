import Bell from 'lucide-react/icons/bell'
import { Suspense } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import { NOTICES } from './notices.ts'

const NotificationsPanel = lazyPart(() => import('./NotificationsPanel.tsx'))

export function NotificationsMenu() {
  const t = useT()
  return (
    <Popover
      wide
      label={t('header.bellCount', { count: NOTICES.length })}
      trigger={
        <>
          <Bell size={22} aria-hidden />
          <Badge count={NOTICES.length} />
        </>
      }
    >
      <Suspense>
        <NotificationsPanel />
      </Suspense>
    </Popover>
  )
}
