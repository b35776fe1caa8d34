import SignUpScreen from '#web/accounts/SignUpScreen.tsx'
import { StorefrontFrame } from '#web/home/StorefrontFrame.tsx'

/** The sign-up page: the form with the home page's public parts around it. */
export default function SignUpPage() {
  return <SignUpScreen frame={StorefrontFrame} />
}
