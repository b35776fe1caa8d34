/**
 * Users whose orders recently changed stock, in any process. Lists may reflect other users' orders up to a second late,
 * but everything a user reads next must reflect the user's own orders.
 */
import { LAG_MAX_MS } from '../platform/http/response-cache/response-cache.ts'
import type { CatalogChanges } from './catalog-changes.ts'

/** How long to remember a buyer: slightly longer than lists may lag. */
const REMEMBERED_MS = LAG_MAX_MS + 100

export function createRecentBuyers(changes: Pick<CatalogChanges, 'on'>) {
  /** When lists stop lagging for a user, in `performance.now()` time, keyed by user id; the earliest first. */
  const until = new Map<number, number>()

  changes.on((change) => {
    if (change.what !== 'stock') return
    forgetPast()
    for (const userId of change.by) {
      until.delete(userId)
      until.set(userId, performance.now() + REMEMBERED_MS)
    }
  })

  function forgetPast(): void {
    const now = performance.now()
    for (const [userId, end] of until) {
      if (end > now) return
      until.delete(userId)
    }
  }

  return {
    /** Whether lists may still lag behind this user's orders. */
    has: (userId: number): boolean => (until.get(userId) ?? 0) > performance.now(),
    isEmpty(): boolean {
      forgetPast()
      return until.size === 0
    },
  }
}
