import { useLocation, useParams } from 'react-router'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { EmailLink } from './EmailLink.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { NewPassword } from './NewPassword.tsx'

const DemoMailsScreen = lazyPart(() => import('./DemoMailsScreen.tsx'))

/**
 * Where mailed links lead: to a new password, or to what becomes of a changed e-mail; without a
 * token, the link to a new password is asked for here. The token stands behind the `#`, which no
 * browser sends to a server, so no log ever holds it. A demo shows its mails here as well.
 */
export default function MailScreen() {
  const { hash } = useLocation()
  const { page } = useParams()
  const token = hash.slice(1)
  switch (page) {
    case 'confirm':
    case 'undo':
      return <EmailLink key={page + hash} change={page} token={token} />
    case 'demo':
      return <DemoMailsScreen />
    case undefined:
      return token ? <NewPassword key={token} token={token} /> : <ForgotPassword />
    default:
      return <NotFoundScreen />
  }
}
