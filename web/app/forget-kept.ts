/** Takes from the service worker what an account has seen where visitors may not look around. */
import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#web/api/config.queries.ts'
import { accessToken, onSessionChange } from '#web/api/stored-session.ts'

/** Of public/service-worker.js; all else is the page itself. */
const SEEN = ['answer', 'picture']

/** Forgets it whenever a session ends. */
export function forgetKept(client: QueryClient, kept: Pick<CacheStorage, 'delete'>): void {
  onSessionChange(async () => {
    if (accessToken() !== null) return
    const { visitors } = await client.ensureQueryData(configQuery)
    if (visitors === 'browse') return
    for (const kind of SEEN) await kept.delete(kind)
  })
}
