import SignInScreen from '#web/accounts/SignInScreen.tsx'
import { StorefrontFrame } from '#web/home/StorefrontFrame.tsx'

export default function SignInPage() {
  return <SignInScreen frame={StorefrontFrame} />
}
