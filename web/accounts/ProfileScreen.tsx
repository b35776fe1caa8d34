import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { currentUserQuery } from '#web/session/session.queries.ts'
import { Skeleton, Skeletons } from '#web/ui/Skeleton.tsx'
import { EmailState } from './EmailState.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './ProfileScreen.module.css'

const AccountMatters = lazyPart(() => import('./AccountMatters.tsx'))

const SECTIONS = [
  ['details', 'profile.details'],
  ['addresses', 'address.title'],
  ['devices', 'fits.owned'],
  ['two-step', 'secondFactor.title'],
  ['sessions', 'devices.title'],
  ['data', 'dataExport.title'],
  ['closing', 'closing.title'],
] as const

export default function ProfileScreen() {
  const t = useT()
  const query = useQuery(currentUserQuery)
  const user = query.data
  // Counts discarded email changes; each one remounts the form, so that it shows the current email again.
  const [canceled, setCanceled] = useState(0)

  if (user?.guest) return <Navigate to={paths.orders} replace />
  return (
    <Screen title={t('profile.title')}>
      <LoadState
        query={query}
        skeleton={<Skeletons className={styles.columns} blocks={[420, 560]} radius={16} />}
      />
      {user && (
        <div className={styles.columns}>
          <div className={styles.side}>
            <ProfileCard user={user} />
            <Sections />
          </div>
          <div className="screen">
            <EmailState user={user} onCancel={() => setCanceled(canceled + 1)} />
            <ProfileForm key={`${user.id}.${canceled}`} user={user} />
            <Suspense fallback={<Skeleton block={720} radius={16} />}>
              <AccountMatters user={user} />
            </Suspense>
          </div>
        </div>
      )}
    </Screen>
  )
}

function Sections() {
  const t = useT()
  return (
    <nav className={styles.sections} aria-label={t('profile.sections')}>
      {SECTIONS.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {t(title)}
        </a>
      ))}
    </nav>
  )
}
