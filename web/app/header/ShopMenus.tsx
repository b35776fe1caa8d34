import { accessToken } from '#web/api/stored-session.ts'
import { CartMenu } from '#web/cart/CartMenu.tsx'
import { FavouritesMenu } from '#web/catalog/FavouritesMenu.tsx'
import { useSession } from '#web/session/useSession.ts'
import { NotificationsMenu } from './NotificationsMenu.tsx'
import styles from './ShopMenus.module.css'

export default function ShopMenus() {
  const { signedIn } = useSession()
  return (
    <>
      <FavouritesMenu />
      {/* Remounted at sign-in and sign-out, because visitors and accounts have separate carts. */}
      <CartMenu key={String(accessToken() === null)} />
      {signedIn ? <NotificationsMenu /> : <BellPlace />}
    </>
  )
}

/**
 * The bell's placeholder. If a user is signed in, public/boot.js shows it in the server-rendered screen, so that
 * nothing moves when the bell appears.
 */
function BellPlace() {
  return <span className={styles.bellPlace} data-signed-in hidden suppressHydrationWarning />
}
