import { CartMenu } from '#web/cart/CartMenu.tsx'
import { FavouritesMenu } from '#web/catalog/FavouritesMenu.tsx'
import { NotificationsMenu } from './NotificationsMenu.tsx'

/** The header's menus for a signed-in user. */
export default function SignedInMenus() {
  return (
    <>
      <FavouritesMenu />
      <CartMenu />
      <NotificationsMenu />
    </>
  )
}
