import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { useSession } from '#web/session/useSession.ts'
import { lazyStaffPart } from './lazyStaffPart.ts'

const AdminArea = lazyStaffPart(() => import('./AdminArea.tsx'))

/**
 * Before the owner's screens: whoever the server does not call an admin finds nothing here, and
 * their browser fetches none of it.
 */
export default function AdminGate() {
  const { isAdmin, checking } = useSession()
  if (checking) return null
  return isAdmin ? <AdminArea /> : <NotFoundScreen />
}
