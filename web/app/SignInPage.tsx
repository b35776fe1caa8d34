import SignInScreen from '#web/accounts/SignInScreen.tsx'
import { StorefrontFrame } from '#web/home/StorefrontFrame.tsx'

/** Sign-in with the public pieces of the home page around its form. */
export default function SignInPage() {
  return <SignInScreen frame={StorefrontFrame} />
}
