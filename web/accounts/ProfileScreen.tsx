import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/i18n/lazyPart.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { currentUserQuery } from '#web/session/session.queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EmailState } from './EmailState.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './ProfileScreen.module.css'

const AccountMatters = lazyPart(() => import('./AccountMatters.tsx'))

export default function ProfileScreen() {
  const t = useT()
  const { data: user, isPending, refetch, isRefetching } = useQuery(currentUserQuery)
  // The form is made again with the e-mail that stays.
  const [cancelled, setCancelled] = useState(0)
  usePageTitle(t('profile.title'))

  return (
    <div className={cx('container', styles.screen)}>
      <SectionTitle level="h1">{t('profile.title')}</SectionTitle>
      {isPending && (
        <div className={styles.columns} aria-hidden="true">
          <Skeleton block={420} radius={16} />
          <Skeleton block={560} radius={16} />
        </div>
      )}
      {!isPending && !user && (
        <EmptyState icon={<RotateCw />} title={t('common.nothingLoaded')}>
          <Button busy={isRefetching} onClick={() => refetch()}>
            {t('common.retry')}
          </Button>
        </EmptyState>
      )}
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
