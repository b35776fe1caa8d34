import { useQuery } from '@tanstack/react-query'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { currentUserQuery } from '#web/session/session.queries.ts'
import { useSession } from '#web/session/useSession.ts'
import { lazyStaffPart } from './lazyStaffPart.ts'

const AdminArea = lazyStaffPart(() => import('./AdminArea.tsx'))

/** Guards the staff screens: other users get the not-found screen, and never load the admin area's code. */
export default function AdminGate() {
  const { isAdmin, signedIn } = useSession()
  const { isPending } = useQuery({ ...currentUserQuery, enabled: signedIn })
  if (signedIn && isPending) return null
  return isAdmin ? <AdminArea /> : <NotFoundScreen />
}
