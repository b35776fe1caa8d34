/** How often something may happen: a number at once, and more as time passes. */

/** Takes one and tells whether there was one. */
export type Take = () => boolean

/** An allowance of one thing alone, such as a socket. */
export function createTake(atOnce: number, perSecond: number): Take {
  let left = atOnce
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return false
    left--
    return true
  }
}

/** Keys beyond this are forgotten, the longest unused first. */
const KEYS_MAX = 100_000

/**
 * @returns a function that takes one from the key's allowance and tells whether there was one.
 */
export function createTokenBucket(atOnce: number, perSecond: number): (key: string) => boolean {
  const known = new Map<string, Take>()
  return (key) => {
    const take = known.get(key) ?? createTake(atOnce, perSecond)
    // Deleted first: a Map keeps the order of insertion, so its first key is the longest unused.
    known.delete(key)
    known.set(key, take)
    if (known.size > KEYS_MAX) known.delete(known.keys().next().value ?? '')
    return take()
  }
}
