import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { useSession } from '#web/session/useSession.ts'
import { lazyStaffPart } from './lazyStaffPart.ts'

const AdminArea = lazyStaffPart(() => import('./AdminArea.tsx'))

/**
 * Guards the owner's screens: anyone who is not an admin according to the server gets the
 * not-found screen, and the code of the admin area is not loaded.
 */
export default function AdminGate() {
  const { isAdmin, checking } = useSession()
  if (checking) return null
  return isAdmin ? <AdminArea /> : <NotFoundScreen />
}
