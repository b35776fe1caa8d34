/** The data in a subscription confirmation from the shop's own server; other realtime services send none. */
export interface Subscribed {
  /** How long the channel is known to have had no events, in milliseconds; at most a minute. */
  quiet_ms?: number
}

/**
 * Watches one subscription.
 * @returns a function to call with each confirmation; it returns whether an event may have been missed before it
 */
export function watchForMissed(): (data?: Subscribed | null) => boolean {
  let isFirst = true
  return (data) => {
    const isMissing = !isFirst || mayHaveMissed(data)
    isFirst = false
    return isMissing
  }
}

/**
 * Whether an event may have occurred since the page started loading. Earlier events do not matter: the page had not
 * requested anything yet.
 */
export function mayHaveMissed(data: Subscribed | null | undefined): boolean {
  // `performance.now()` may stop while the computer sleeps.
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin)
  return (data?.quiet_ms ?? 0) < age
}
