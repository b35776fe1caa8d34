import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { StaffToolsSlot } from '#web/catalog/staff-tools.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { usePlace } from '#web/navigation/usePlace.ts'
import { SessionContext, useCurrentSession, useSession } from '#web/session/useSession.ts'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'

const AdminCardTools = lazyAddition(() => import('#web/admin/AdminCardTools.tsx'))

const DeferredShell = lazyAddition(() => import('./DeferredShell.tsx'))

function Parts() {
  const t = useT()
  const place = usePlace()
  const session = useSession()
  const [staffHeader, setStaffHeader] = useState<HTMLElement | null>(null)
  const inOffice = place.startsWith(paths.admin) && (session.isAdmin || session.checking)

  return (
    <div className={styles.shell}>
      <a href={inOffice ? '#screen' : '#main'} className={styles.skip}>
        {t('common.skip')}
      </a>
      <ErrorBoundary>
        {inOffice ? <div ref={setStaffHeader} className={styles.header} /> : <Header />}
      </ErrorBoundary>
      <main id="main" tabIndex={-1} className={styles.main}>
        {/* Not inside the error boundary, which is remounted for each page: a new Suspense would show its fallback. */}
        <Suspense fallback={<LoadingScreen label={t('common.loading')} />}>
          <ErrorBoundary key={place}>
            <StaffToolsSlot value={session.isAdmin ? AdminCardTools : null}>
              <Outlet />
            </StaffToolsSlot>
          </ErrorBoundary>
        </Suspense>
      </main>
      <ErrorBoundary>
        <DeferredShell staffHeader={staffHeader} />
      </ErrorBoundary>
    </div>
  )
}

/**
 * A constant element, so that a session change re-renders only the components that use the session. Otherwise React
 * would drop parts of the server-rendered screen whose code has not loaded.
 */
const PARTS = <Parts />

export function Shell() {
  return <SessionContext value={useCurrentSession()}>{PARTS}</SessionContext>
}
