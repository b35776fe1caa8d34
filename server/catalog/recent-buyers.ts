/**
 * Users whose orders changed stock recently, in any process. Lists may reflect other users' orders up to a second late,
 * but everything that users read next reflects their own orders.
 */
import { LAG_MAX_MS } from '../platform/http/response-cache/response-cache.ts'
import type { CatalogChanges } from './catalog-changes.ts'

/** A little longer than the longest lag. */
const REMEMBERED_MS = LAG_MAX_MS + 100

export function createRecentBuyers(changes: Pick<CatalogChanges, 'on'>) {
  /** By user id: when the lag of lists ends, on the clock of `performance`; the earliest first. */
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
