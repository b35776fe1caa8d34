import { useLocation, useParams } from 'react-router'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { EmailLink } from './EmailLink.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { GuestLink } from './GuestLink.tsx'
import { NewPassword } from './NewPassword.tsx'

const DemoMailsScreen = lazyPart(() => import('./DemoMailsScreen.tsx'))

/**
 * The page behind emailed links: sets a new password, confirms or reverts a new email, or opens a guest's order.
 * Without a token, the password page shows the form for requesting a link. The token is in the URL's hash, which
 * browsers do not send to servers, so it never reaches a log. In a demo, the page also shows the stored emails.
 */
export default function MailScreen() {
  const { hash, search } = useLocation()
  const { page } = useParams()
  const token = hash.slice(1)
  switch (page) {
    case 'confirm':
    case 'undo':
      return <EmailLink key={page + hash} change={page} token={token} />
    case 'order':
      return (
        <GuestLink
          key={hash}
          token={token}
          orderId={Number(new URLSearchParams(search).get('id')) || 0}
        />
      )
    case 'demo':
      return <DemoMailsScreen />
    case undefined:
      return token ? <NewPassword key={token} token={token} /> : <ForgotPassword />
    default:
      return <NotFoundScreen />
  }
}
