import SignUpScreen from '#web/accounts/SignUpScreen.tsx'
import { StorefrontFrame } from '#web/home/StorefrontFrame.tsx'

export default function SignUpPage() {
  return <SignUpScreen frame={StorefrontFrame} />
}
