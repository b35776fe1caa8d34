import { useEffect } from 'react'
import { configQuery } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'

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

    // The page works without it, so it waits until the browser is idle.
    const cancel = whenIdle(() => {
      enter().catch((error) => console.error('Real time could not be reached.', error))
    })
    return () => {
      left = true
      cancel()
      leave()
    }
  }, [userId])
  return null
}

/** Runs a task when the browser is idle; Safari lacks `requestIdleCallback`. */
function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
