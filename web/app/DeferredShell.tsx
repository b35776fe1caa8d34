import { healLoads } from '#web/api/heal-loads.ts'
import { queryClient } from '#web/api/query-client.ts'
import RealTime from '#web/app/realtime/RealTime.tsx'
import { useOtherTabs } from '#web/session/useOtherTabs.ts'
import { useSession } from '#web/session/useSession.ts'
import Announcer from './Announcer.tsx'
import Footer from './Footer.tsx'
import { useArrival } from './useArrival.ts'

// It must be loaded before the server may go away, and after the first screen.
healLoads(queryClient)

/** The parts of every page that no first screen needs. */
export default function DeferredShell() {
  const { user } = useSession()
  useOtherTabs()
  useArrival()
  return (
    <>
      <Footer />
      <Announcer />
      {user && <RealTime userId={user.id} />}
    </>
  )
}
