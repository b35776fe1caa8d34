import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { useSession } from '#web/session/useSession.ts'
import { useSignOut } from '#web/session/useSignOut.ts'
import LogIn from '#web/ui/icons/log-in.svg?icon'
import LogOut from '#web/ui/icons/log-out.svg?icon'
import Package from '#web/ui/icons/package.svg?icon'
import Store from '#web/ui/icons/store.svg?icon'
import UserRound from '#web/ui/icons/user-round.svg?icon'
import UserRoundPlus from '#web/ui/icons/user-round-plus.svg?icon'
import styles from './Menu.module.css'

export default function AccountLinks() {
  const t = useT()
  const { signedIn, user, isAdmin } = useSession()
  const [signOut, leaving] = useSignOut()
  const isGuest = user?.guest
  const links = [
    { to: paths.admin, text: 'admin.menu', Icon: Store, isShown: isAdmin },
    { to: paths.profile, text: 'header.profile', Icon: UserRound, isShown: signedIn && !isGuest },
    { to: paths.orders, text: 'header.orders', Icon: Package, isShown: signedIn },
    { to: paths.signIn, text: 'header.signIn', Icon: LogIn, isShown: !signedIn || isGuest },
    { to: paths.signUp, text: 'header.signUp', Icon: UserRoundPlus, isShown: !signedIn || isGuest },
  ] as const

  return (
    <>
      {user && (
        <div className={styles.who}>
          <p className={styles.name}>{user.username}</p>
          <p className={styles.mail}>
            <bdi>{user.email}</bdi>
          </p>
        </div>
      )}
      <ul className={styles.list}>
        {links.map(
          ({ to, text, Icon, isShown }) =>
            isShown && (
              <li key={to}>
                <Link to={to} className={styles.item}>
                  <Icon size={18} className={Icon === LogIn ? 'mirrored' : undefined} aria-hidden />
                  {t(text)}
                </Link>
              </li>
            ),
        )}
        {signedIn && (
          <li>
            <button
              type="button"
              className={styles.item}
              aria-busy={leaving || undefined}
              onClick={signOut}
            >
              <LogOut size={18} className="mirrored" aria-hidden />
              {t('header.signOut')}
            </button>
          </li>
        )}
      </ul>
    </>
  )
}
