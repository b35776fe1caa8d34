/** The data in the shop's own subscription confirmation; other services send none. */
export interface Subscribed {
  /** Milliseconds for which the channel has had no event. */
  quiet_ms?: number
}

/**
 * Watches one subscription: call the returned function with each confirmation; it returns whether an event may have
 * been missed before it.
 */
export function watchForMissed(): (data?: Subscribed | null) => boolean {
  let isFirst = true
  return (data) => {
    const isMissing = !isFirst || mayHaveMissed(data)
    isFirst = false
    return isMissing
  }
}

/** Whether an event may have occurred since the page began to load, before which it requested nothing. */
export function mayHaveMissed(data: Subscribed | null | undefined): boolean {
  // While the computer sleeps, `performance.now()` may stand still.
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin)
  return (data?.quiet_ms ?? 0) < age
}
