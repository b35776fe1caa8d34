import { useLocation } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { EmailLink } from './EmailLink.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { NewPassword } from './NewPassword.tsx'

/**
 * Where mailed links lead: to a new password, or to what becomes of a changed e-mail; without a
 * token, the link to a new password is asked for here. The token stands behind the `#`, which no
 * browser sends to a server, so no log ever holds it.
 */
export default function MailedLinkScreen() {
  const { pathname, hash } = useLocation()
  const token = hash.slice(1)
  if (pathname.startsWith('/email/')) {
    const change = pathname.startsWith(paths.emailUndo) ? 'undo' : 'confirm'
    return <EmailLink key={pathname + hash} change={change} token={token} />
  }
  return token ? <NewPassword key={token} token={token} /> : <ForgotPassword />
}
