import SignInScreen from '#web/accounts/SignInScreen.tsx'
import { ShopWindow } from '#web/home/ShopWindow.tsx'

/** Sign-in with the public pieces of the home page around its form. */
export default function SignInPage() {
  return <SignInScreen frame={ShopWindow} />
}
