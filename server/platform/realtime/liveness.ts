/** Checks whether a socket is still alive and in use. Only what it sends is a sign of life, not what is sent to it. */
import type { RealtimeLimits } from './realtime.settings.ts'

/** What is remembered about a socket between two checks; times are milliseconds from `performance.now()`. */
export interface Vitals {
  lastHeard: number
  /** When the socket was pinged; null if it has sent something since, or was never pinged. */
  askedAt: number | null
  /** The time since which bytes have been waiting to be sent, because the client does not read; null if none are. */
  stalledSince: number | null
  /** The time since which the socket has had no channel and no signed-in user; null if it has either. */
  idleSince: number | null
}

export interface Activity {
  bufferedBytes: number
  isUsed: boolean
}

/** A `silent` socket must be pinged, a `dead` one did not answer a ping. */
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
