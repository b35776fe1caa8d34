/** Registers the service worker, and tracks whether this page shows cached content. */
import type { QueryClient } from '@tanstack/react-query'
import { watchServer } from '#web/api/server-return.ts'
import { createStore } from '#web/ui/store.ts'
import { forgetKept } from './forget-kept.ts'
import { whenIdle } from './when-idle.ts'

/** The only Trusted Types policy that the server allows (server/platform/http/security-headers.ts). */
const POLICY = 'barq-service-worker'
const ADDRESS = '/service-worker.js'

/** TypeScript's DOM types do not include Trusted Types, and some browsers do not have them. */
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

/**
 * When the oldest cached content on the page was fetched, in milliseconds since the epoch; null if everything is
 * current.
 */
export const keptAt = createStore<number | null>(null)

/**
 * Registers the worker. If the page has shown cached content, refetches everything once the server is reachable again.
 */
export function followKept(client: QueryClient): void {
  const { serviceWorker } = navigator
  // The worker needs TLS and, in development, would cache code that is being edited.
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
    // Without a connection, or if the browser forbids workers, the page keeps its current worker, if any.
    serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => {})
  })
  void serviceWorker.ready.then(({ active }) =>
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)),
  )
}
