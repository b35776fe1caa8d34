/** What the service worker has kept: starts it, and knows whether this page shows some of it. */
import type { QueryClient } from '@tanstack/react-query'
import { watchServer } from '#web/api/server-return.ts'
import { createStore } from '#web/ui/store.ts'
import { forgetKept } from './forget-kept.ts'
import { whenIdle } from './when-idle.ts'

/** The only one for which the page's policy lets a script be named by a text (security-headers.ts). */
const POLICY = 'barq-service-worker'
const ADDRESS = '/service-worker.js'

/** TypeScript's DOM has none yet, nor have all browsers. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): { createScriptURL(wanted: string): string }
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** Since when what the page shows may have changed, in milliseconds; null while it is the newest. */
export const keptAt = createStore<number | null>(null)

/** Follows the worker for as long as the page lives. When the server answers again, all is fetched. */
export function followKept(client: QueryClient): void {
  const { serviceWorker } = navigator
  // Without TLS there is none; in development it would keep what is being written.
  if (!serviceWorker || !import.meta.env.PROD) return
  forgetKept(client, caches)
  let place = ''
  let stop: (() => void) | null = null

  serviceWorker.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const isHere = place === window.location.href
    place = window.location.href
    keptAt.set(isHere ? Math.min(data, keptAt.get() ?? data) : data)
    stop ??= watchServer((answers) => {
      if (!answers) return
      stop?.()
      stop = null
      keptAt.set(null)
      void client.invalidateQueries()
    })
  })
  whenIdle(() => {
    const policy = window.trustedTypes?.createPolicy(POLICY, { createScriptURL: () => ADDRESS })
    // Without a connection, or where the browser keeps nothing, the page does without a new one.
    serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => {})
  })
  void serviceWorker.ready.then(({ active }) =>
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)),
  )
}
