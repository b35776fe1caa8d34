import { CartMenu } from '#web/cart/CartMenu.tsx'
import { FavouritesMenu } from '#web/catalog/FavouritesMenu.tsx'
import { NotificationsMenu } from './NotificationsMenu.tsx'

/** What the header has for those who are signed in. */
export default function SignedInMenus() {
  return (
    <>
      <FavouritesMenu />
      <CartMenu />
      <NotificationsMenu />
    </>
  )
}
