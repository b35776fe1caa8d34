import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { hasAdminTask } from '#web/admin/admin-task.ts'
import { healLoads } from '#web/api/heal-loads.ts'
import { queryClient } from '#web/api/query-client.ts'
import RealTime from '#web/app/realtime/RealTime.tsx'
import { setWaiting, waiting } from '#web/catalog/waiting.ts'
import { loadStaffTexts } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { isSignForm, useOtherTabs } from '#web/session/useOtherTabs.ts'
import { useSession } from '#web/session/useSession.ts'
import { useStore } from '#web/ui/store.ts'
import { Toasts } from '#web/ui/Toasts.tsx'
import { useWhole } from '#web/ui/useWhole.ts'
import Announcer from './Announcer.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import Footer from './Footer.tsx'
import { KeptNotice } from './KeptNotice.tsx'
import { followKept } from './kept-pages.ts'
import { useArrival } from './useArrival.ts'
import { whenIdle } from './when-idle.ts'

const HEADER_MENUS = [
  () => import('./header/MobileDrawer.tsx'),
  () => import('./header/AccountLinks.tsx'),
  () => import('./header/LanguageChoices.tsx'),
  () => import('./header/ThemeChoices.tsx'),
]

// `healLoads` and `followKept` only matter if the server goes down later, so they can wait until after the first
// screen.
healLoads(queryClient)
followKept(queryClient)
// Preloads the header's menus, so that they also open without a connection. One that fails to load now loads when
// opened.
whenIdle(() => {
  for (const load of HEADER_MENUS) load().catch(() => {})
})

const ProductDialogs = lazyAddition(
  () => import('#web/admin/products/ProductDialogs.tsx'),
  loadStaffTexts,
)
const RatingDialog = lazyAddition(() => import('#web/catalog/RatingDialog.tsx'))
const StaffHeader = lazyAddition(() => import('./header/StaffHeader.tsx'), loadStaffTexts)

interface DeferredShellProps {
  /** Where the staff header is rendered; null outside the admin area. */
  staffHeader: HTMLElement | null
}

/** The parts of every page that the first screen does not need. */
export default function DeferredShell({ staffHeader }: DeferredShellProps) {
  const t = useT()
  const { user, isAdmin } = useSession()
  const isWhole = useWhole()
  useOtherTabs()
  const place = useArrival()
  useEffect(() => {
    if (isAdmin) setWaiting({ rating: null, device: null })
  }, [isAdmin])
  return (
    <>
      <Toasts label={t('common.messages')} dismissLabel={t('common.dismiss')} />
      {/* Excludes the toasts, so that they survive a crash of another part. */}
      <ErrorBoundary>
        {staffHeader && isAdmin && createPortal(<StaffHeader />, staffHeader)}
        {/* Remounted for each page: a shared footer would visibly move from the end of the old page to the end of
            the new one. */}
        {!staffHeader && isWhole && <Footer key={place} />}
        <AdminTask />
        {user && !user.guest && !isSignForm(place) && <WaitingRating />}
        <Announcer />
        {user && <RealTime userId={user.id} />}
        <KeptNotice />
      </ErrorBoundary>
    </>
  )
}

function WaitingRating() {
  const rating = useStore(waiting)?.rating
  return rating && <RatingDialog {...rating} onClose={() => setWaiting({ rating: null })} />
}

/** Opens a staff dialog above any page when the URL requests it. */
function AdminTask() {
  const { search } = useLocation()
  const { isAdmin } = useSession()
  if (!isAdmin || !hasAdminTask(search)) return null
  return (
    <ErrorBoundary>
      <ProductDialogs />
    </ErrorBoundary>
  )
}
