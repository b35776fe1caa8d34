/** Checks whether a socket is still alive and in use. Only data it sends is a sign of life; data sent to it is not. */
import type { RealtimeLimits } from './realtime.settings.ts'

/** A socket's state between checks. Times are in milliseconds from `performance.now()`. */
export interface Vitals {
  lastHeard: number
  /** When the socket was last pinged; null if it was never pinged or has sent something since. */
  askedAt: number | null
  /** Since when bytes have been waiting to be sent because the client is not reading; null if none are. */
  stalledSince: number | null
  /** Since when the socket has had neither a channel nor a signed-in user; null if it has either. */
  idleSince: number | null
}

export interface Activity {
  bufferedBytes: number
  isUsed: boolean
}

/** A `silent` socket must be pinged; a `dead` one did not respond to a ping. */
export type Condition = 'fine' | 'stalled' | 'idle' | 'silent' | 'dead'

export function newVitals(now: number): Vitals {
  return { lastHeard: now, askedAt: null, stalledSince: null, idleSince: now }
}

export function check(
  vitals: Vitals,
  { bufferedBytes, isUsed }: Activity,
  { now, limits }: { now: number; limits: RealtimeLimits },
): Condition {
  vitals.stalledSince = bufferedBytes === 0 ? null : (vitals.stalledSince ?? now)
  if (isLonger(vitals.stalledSince, limits.bufferMs, now)) return 'stalled'
  vitals.idleSince = isUsed ? null : (vitals.idleSince ?? now)
  if (isLonger(vitals.idleSince, limits.idleMs, now)) return 'idle'
  if (vitals.askedAt !== null && vitals.lastHeard > vitals.askedAt) vitals.askedAt = null
  if (isLonger(vitals.askedAt, limits.pongMs, now)) return 'dead'
  if (vitals.askedAt !== null || now - vitals.lastHeard <= limits.activityMs) return 'fine'
  vitals.askedAt = now
  return 'silent'
}

function isLonger(since: number | null, ms: number, now: number): boolean {
  return since !== null && now - since > ms
}
