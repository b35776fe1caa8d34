import { accessToken } from '#web/api/stored-session.ts'
import { CartMenu } from '#web/cart/CartMenu.tsx'
import { FavouritesMenu } from '#web/catalog/FavouritesMenu.tsx'
import { useSession } from '#web/session/useSession.ts'
import { NotificationsMenu } from './NotificationsMenu.tsx'
import styles from './ShopMenus.module.css'

/** The header's menus of who shops: a user, or a visitor of a shop that lets visitors look around. */
export default function ShopMenus() {
  const { signedIn } = useSession()
  return (
    <>
      <FavouritesMenu />
      {/* The account's cart is another one. */}
      <CartMenu key={String(accessToken() === null)} />
      {signedIn ? <NotificationsMenu /> : <BellPlace />}
    </>
  )
}

/** public/boot.js shows it in the server's screen, where somebody is signed in: the bell moves nothing. */
function BellPlace() {
  return <span className={styles.bellPlace} data-signed-in hidden suppressHydrationWarning />
}
