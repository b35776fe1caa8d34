/** Checks whether a socket is still alive and in use: only what it sends counts, not what is sent to it. */
import type { RealtimeLimits } from './realtime.settings.ts'

/** What is remembered about a socket between two checks; times are from `performance.now()`. */
export interface Vitals {
  lastHeard: number
  /** When it was pinged; null when it has sent something since. */
  askedAt: number | null
  /** Since when something has been waiting to be read. */
  stalledSince: number | null
  /** Since when it has had no channel and no signed-in user. */
  idleSince: number | null
}

export interface Activity {
  bufferedBytes: number
  /** Whether it has a channel or a signed-in user. */
  isUsed: boolean
}

/** `silent` sockets must be pinged, `dead` ones did not answer a ping. */
export type Condition = 'fine' | 'stalled' | 'idle' | 'silent' | 'dead'

export function newVitals(now: number): Vitals {
  return { lastHeard: now, askedAt: null, stalledSince: null, idleSince: now }
}

/** Updates the vitals and returns the socket's condition. */
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
