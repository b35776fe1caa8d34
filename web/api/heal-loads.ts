/**
 * Retries loads that failed because the server was down, broken or overloaded, as long as a screen still needs them:
 * immediately once the server is back, and with increasing delays while it responds with errors.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { realtimeUp } from './realtime-up.ts'
import { ApiError, isOutage } from './request.ts'
import { watchServer } from './server-return.ts'

/** Milliseconds before the first, second, … retry; the last value applies to all later ones. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000]
/** The maximum random share added to each delay, so that open pages do not all retry at the same time. */
const SPREAD = 0.25

interface Attempts {
  failed: number
  /** When the next retry is due, in milliseconds since the epoch. */
  next: number
}

export function healLoads(client: QueryClient): void {
  const attempts = new WeakMap<Query, Attempts>()
  let stop: (() => void) | null = null
  let isGone = false

  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated') {
      if (event.action.type === 'error') attempts.set(event.query, afterFailure(event.query))
      if (event.action.type === 'success') attempts.delete(event.query)
    }
    watchWhileMissing()
  })
  watchWhileMissing()
  // The connection is back, so retry regardless of the server's last known state.
  window.addEventListener('online', retryAll)
  realtimeUp.subscribe(() => {
    if (realtimeUp.get()) retryAll()
  })

  function watchWhileMissing() {
    if (!stop && missing().length > 0) stop = watchServer(onAnswer)
  }

  function onAnswer(answers: boolean) {
    if (missing().length === 0) {
      stop?.()
      stop = null
      isGone = false
    } else if (!answers) {
      isGone = true
    } else if (isGone) {
      isGone = false
      retryAll()
    } else {
      retry((query) => (attempts.get(query)?.next ?? 0) <= Date.now())
    }
  }

  function afterFailure(query: Query): Attempts {
    const failed = attempts.get(query)?.failed ?? 0
    return { failed: failed + 1, next: Date.now() + pauseAfter(failed, query.state.error) }
  }

  function retryAll() {
    retry(() => true)
  }

  function retry(isDue: (query: Query) => boolean) {
    for (const query of missing()) {
      if (isDue(query)) {
        void client.refetchQueries(
          { queryKey: query.queryKey, exact: true },
          { cancelRefetch: false },
        )
      }
    }
  }

  /** The queries that a screen uses and whose last load failed because of an outage. */
  function missing(): Query[] {
    return client
      .getQueryCache()
      .getAll()
      .filter((query) => query.isActive() && isOutage(query.state.error))
  }
}

function pauseAfter(failed: number, error: unknown): number {
  const least = PAUSES_MS[Math.min(failed, PAUSES_MS.length - 1)] ?? 0
  const asked = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 0
  return Math.max(least, asked) * (1 + Math.random() * SPREAD)
}
