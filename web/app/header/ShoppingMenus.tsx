import { CartMenu } from '#web/cart/CartMenu.tsx'
import { FavouritesMenu } from '#web/catalog/FavouritesMenu.tsx'
import { useSession } from '#web/session/useSession.ts'
import { NotificationsMenu } from './NotificationsMenu.tsx'

/** The header's menus of who shops: visitors have favourites, in a shop that they may look around in. */
export default function ShoppingMenus() {
  const { signedIn } = useSession()
  return (
    <>
      <FavouritesMenu />
      {signedIn && <CartMenu />}
      {signedIn && <NotificationsMenu />}
    </>
  )
}
