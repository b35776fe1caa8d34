import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { hasAdminTask } from '#web/admin/admin-task.ts'
import { StaffToolsSlot } from '#web/catalog/StaffTools.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { usePlace } from '#web/navigation/usePlace.ts'
import { SessionContext, useCurrentSession, useSession } from '#web/session/useSession.ts'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'

const AdminCardTools = lazyPart(() => import('#web/admin/AdminCardTools.tsx'))
const AdminDialogs = lazyPart(() => import('#web/admin/AdminDialogs.tsx'))

/** Footer, real time and the announcer: none of it is on the first screen. */
const DeferredShell = lazyPart(() => import('./DeferredShell.tsx'))

/** Header, the routed page, footer; and the toasts, which outlive every page. */
export function Shell() {
  const t = useT()
  const place = usePlace()
  const session = useCurrentSession()
  const [staffHeader, setStaffHeader] = useState<HTMLElement | null>(null)
  const inOffice = place.startsWith(paths.admin) && (session.isAdmin || session.checking)

  return (
    <SessionContext value={session}>
      <div className={styles.shell}>
        <a href={inOffice ? '#screen' : '#main'} className={styles.skip}>
          {t('common.skip')}
        </a>
        <ErrorBoundary>
          {inOffice ? <div ref={setStaffHeader} className={styles.header} /> : <Header />}
        </ErrorBoundary>
        <main id="main" tabIndex={-1} className={styles.main}>
          <ErrorBoundary key={place}>
            <Suspense fallback={<LoadingScreen label={t('common.loading')} />}>
              <StaffToolsSlot value={AdminCardTools}>
                <Outlet />
              </StaffToolsSlot>
            </Suspense>
          </ErrorBoundary>
        </main>
        <ErrorBoundary>
          <Suspense>
            <DeferredShell staffHeader={staffHeader} />
          </Suspense>
        </ErrorBoundary>
        <AdminTask />
        <Toasts label={t('common.messages')} dismissLabel={t('common.dismiss')} />
      </div>
    </SessionContext>
  )
}

/** Over whatever page is shown, as soon as the address requests it. */
function AdminTask() {
  const { search } = useLocation()
  const { isAdmin } = useSession()
  if (!isAdmin || !hasAdminTask(search)) return null
  return (
    <ErrorBoundary>
      <Suspense>
        <AdminDialogs />
      </Suspense>
    </ErrorBoundary>
  )
}
