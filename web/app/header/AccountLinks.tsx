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

/** Profile and sign-out for a signed-in user, sign-in for everybody else; of both, what a guest has. */
export default function AccountLinks() {
  const t = useT()
  const { signedIn, user, isAdmin } = useSession()
  const [signOut, leaving] = useSignOut()

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
        {isAdmin && (
          <li>
            <Link to={paths.admin} className={styles.item}>
              <Store size={18} aria-hidden />
              {t('admin.menu')}
            </Link>
          </li>
        )}
        {signedIn && !user?.guest && (
          <li>
            <Link to={paths.profile} className={styles.item}>
              <UserRound size={18} aria-hidden />
              {t('header.profile')}
            </Link>
          </li>
        )}
        {signedIn && (
          <li>
            <Link to={paths.orders} className={styles.item}>
              <Package size={18} aria-hidden />
              {t('header.orders')}
            </Link>
          </li>
        )}
        {(!signedIn || user?.guest) && (
          <>
            <li>
              <Link to={paths.signIn} className={styles.item}>
                <LogIn size={18} aria-hidden />
                {t('header.signIn')}
              </Link>
            </li>
            <li>
              <Link to={paths.signUp} className={styles.item}>
                <UserRoundPlus size={18} aria-hidden />
                {t('header.signUp')}
              </Link>
            </li>
          </>
        )}
        {signedIn && (
          <li>
            <button
              type="button"
              className={styles.item}
              aria-busy={leaving || undefined}
              onClick={signOut}
            >
              <LogOut size={18} aria-hidden />
              {t('header.signOut')}
            </button>
          </li>
        )}
      </ul>
    </>
  )
}
