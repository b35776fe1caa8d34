import { useEffect } from 'react'
import { configQuery } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { whenIdle } from '#web/app/when-idle.ts'

/** Renders nothing: keeps the page connected to the shop while a user is signed in. */
export default function RealTime({ userId }: { userId: number }) {
  useEffect(() => {
    let left = false
    let leave = () => {}

    async function enter() {
      const [{ followUser }, { realtime }] = await Promise.all([
        import('./connection.ts'),
        queryClient.ensureQueryData(configQuery),
      ])
      if (!left) leave = followUser(userId, realtime)
    }

    // The page works without a connection, so connecting waits until the browser is idle.
    const cancel = whenIdle(() => {
      enter().catch((error) => console.error('The real-time connection failed.', error))
    })
    return () => {
      left = true
      cancel()
      leave()
    }
  }, [userId])
  return null
}
