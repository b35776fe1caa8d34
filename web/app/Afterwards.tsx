import { useOtherTabs } from '#web/accounts/useOtherTabs.ts'
import { useSession } from '#web/accounts/useSession.ts'
import RealTime from '#web/realtime/RealTime.tsx'
import Announcer from './Announcer.tsx'
import Footer from './Footer.tsx'

/** What every page has and no first screen needs. */
export default function Afterwards() {
  const { user } = useSession()
  useOtherTabs()
  return (
    <>
      <Footer />
      <Announcer />
      {user && <RealTime userId={user.id} />}
    </>
  )
}
