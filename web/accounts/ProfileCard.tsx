import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { countryText } from '#contract/countries.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { paths } from '#web/navigation/paths.ts'
import { useSignOut } from '#web/session/useSignOut.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import Camera from '#web/ui/icons/camera.svg?icon'
import LogOut from '#web/ui/icons/log-out.svg?icon'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './ProfileCard.module.css'

const AvatarDialog = lazyAddition(() => import('./AvatarDialog.tsx'))

export function ProfileCard({ user }: { user: User }) {
  const t = useT()
  const locale = useLocale()
  const [choosing, setChoosing] = useState(false)
  const [signOut] = useSignOut()
  const facts = [
    [t('profile.email'), user.email],
    [t('profile.phone'), user.phone],
    [t('profile.country'), user.country && countryText(user.country, locale)],
    [t('profile.city'), user.city],
  ] as const

  return (
    <section className={cx('panel roomy', styles.card)} aria-label={user.username}>
      <button
        type="button"
        className={styles.avatar}
        aria-label={t('profile.avatar')}
        onClick={() => setChoosing(true)}
      >
        {user.profileImage ? (
          <Picture src={user.profileImage} alt="" width={144} eager className={styles.picture} />
        ) : (
          <span className={styles.initial} aria-hidden="true">
            {[...user.username][0]}
          </span>
        )}
        <span className={styles.camera} aria-hidden="true">
          <Camera size={18} />
        </span>
      </button>
      <h2 className={styles.name}>
        <bdi>{user.username}</bdi>
      </h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value || t('profile.none')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {/* A link, as specified, although it makes a request instead of navigating. */}
      <a
        href={paths.home}
        className={buttonClass('outline', true)}
        onClick={(event) => {
          event.preventDefault()
          signOut()
        }}
      >
        <LogOut size={18} className="mirrored" aria-hidden />
        {t('profile.logout')}
      </a>
      {choosing && <AvatarDialog onClose={() => setChoosing(false)} />}
    </section>
  )
}
