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
      {/* Remounted at sign-in and sign-out, since a visitor and an account have separate carts. */}
      <CartMenu key={String(accessToken() === null)} />
      {signedIn ? <NotificationsMenu /> : <BellPlace />}
    </>
  )
}

/**
 * The bell's placeholder. public/boot.js shows it in the server's screen if a user is signed in, so that nothing
 * moves when the bell appears.
 */
function BellPlace() {
  return <span className={styles.bellPlace} data-signed-in hidden suppressHydrationWarning />
}
