import { CartMenu } from '#web/cart/CartMenu.tsx'
import { FavouritesMenu } from '#web/catalog/FavouritesMenu.tsx'
import { useSession } from '#web/session/useSession.ts'
import { NotificationsMenu } from './NotificationsMenu.tsx'

/** The header's menus of who shops: a user, or a visitor of a shop that lets visitors look around. */
export default function ShopMenus() {
  const { signedIn } = useSession()
  return (
    <>
      <FavouritesMenu />
      {/* The account's cart is another one. */}
      <CartMenu key={String(signedIn)} />
      {signedIn && <NotificationsMenu />}
    </>
  )
}
