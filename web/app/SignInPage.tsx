import SignInScreen from '#web/accounts/SignInScreen.tsx'
import { StorefrontFrame } from '#web/home/StorefrontFrame.tsx'

/** The sign-in page: the form with the home page's public parts around it. */
export default function SignInPage() {
  return <SignInScreen frame={StorefrontFrame} />
}
