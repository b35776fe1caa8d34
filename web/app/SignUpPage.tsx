import SignUpScreen from '#web/accounts/SignUpScreen.tsx'
import { StorefrontFrame } from '#web/home/StorefrontFrame.tsx'

/** Sign-up with the public pieces of the home page around its form. */
export default function SignUpPage() {
  return <SignUpScreen frame={StorefrontFrame} />
}
