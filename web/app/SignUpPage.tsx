import SignUpScreen from '#web/accounts/SignUpScreen.tsx'
import { ShopWindow } from '#web/home/ShopWindow.tsx'

/** Sign-up with the public pieces of the home page around its form. */
export default function SignUpPage() {
  return <SignUpScreen frame={ShopWindow} />
}
