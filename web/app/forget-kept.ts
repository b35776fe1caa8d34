/** Removes the shop's content from the service worker's caches when a session ends, unless visitors may browse. */
import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#web/api/config.queries.ts'
import { accessToken, onSessionChange } from '#web/api/stored-session.ts'

/** The caches of public/service-worker.js that hold content; its other caches hold the page itself. */
const SEEN = ['answer', 'picture']

export function forgetKept(client: QueryClient, kept: Pick<CacheStorage, 'delete'>): void {
  onSessionChange(async () => {
    if (accessToken() !== null) return
    const { visitors } = await client.ensureQueryData(configQuery)
    if (visitors === 'browse') return
    for (const kind of SEEN) await kept.delete(kind)
  })
}
