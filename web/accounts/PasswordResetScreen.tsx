import { useLocation } from 'react-router'
import { ForgotPassword } from './ForgotPassword.tsx'
import { NewPassword } from './NewPassword.tsx'

/**
 * Asks for the link, or sets the new password when the link was followed. Its token stands
 * behind the `#`, which no browser sends to a server, so no log ever holds it.
 */
export default function PasswordResetScreen() {
  const token = useLocation().hash.slice(1)
  return token ? <NewPassword key={token} token={token} /> : <ForgotPassword />
}
