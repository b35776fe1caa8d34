/** What the shop's own endpoint confirms a subscription with; other services send nothing. */
export interface Subscribed {
  /** Milliseconds for which the channel has had no event. */
  quiet_ms?: number
}

/**
 * Watches one subscription: the returned function takes each of its confirmations, and tells whether
 * an event may have been missed before it.
 */
export function watchForMissed(): (data?: Subscribed | null) => boolean {
  let isFirst = true
  return (data) => {
    const isMissing = !isFirst || mayHaveMissed(data)
    isFirst = false
    return isMissing
  }
}

/** Whether an event may have come since the page began to load, before which it requested nothing. */
export function mayHaveMissed(data: Subscribed | null | undefined): boolean {
  // While the computer sleeps, `performance.now()` may stand still.
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin)
  return (data?.quiet_ms ?? 0) < age
}
