import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { hasFailed } from '#web/api/load-state.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadFailure } from '#web/navigation/LoadFailure.tsx'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'
import { cx } from '#web/ui/cx.ts'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EmailState } from './EmailState.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './ProfileScreen.module.css'

const AccountMatters = lazyPart(() => import('./AccountMatters.tsx'))

export default function ProfileScreen() {
  const t = useT()
  const query = useQuery(currentUserQuery)
  const user = query.data
  // The form is made again with the e-mail that stays.
  const [cancelled, setCancelled] = useState(0)
  usePageTitle(t('profile.title'))

  return (
    <div className={cx('container', styles.screen)}>
      <SectionTitle level="h1">{t('profile.title')}</SectionTitle>
      {query.isPending && !hasFailed(query) && (
        <div className={styles.columns} aria-hidden="true">
          <Skeleton block={420} radius={16} />
          <Skeleton block={560} radius={16} />
        </div>
      )}
      {hasFailed(query) && <LoadFailure onRetry={query.refetch} retrying={query.isFetching} />}
      {user && (
        <div className={styles.columns}>
          <ProfileCard user={user} />
          <div className={styles.matters}>
            <EmailState user={user} onCancel={() => setCancelled(cancelled + 1)} />
            <ProfileForm key={`${user.id}.${cancelled}`} user={user} />
            <Suspense fallback={<Skeleton block={720} radius={16} />}>
              <AccountMatters user={user} />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  )
}
