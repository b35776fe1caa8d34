/** How often something may happen per key: a number at once, and more as time passes. */

/** Keys beyond this are forgotten, the longest unused first. */
const KEYS_MAX = 100_000

/**
 * @returns a function that takes one from the key's allowance and tells whether there was one.
 */
export function createAllowance(atOnce: number, perSecond: number): (key: string) => boolean {
  const left = new Map<string, { count: number; at: number }>()
  return (key) => {
    const now = performance.now()
    const known = left.get(key)
    const regained = known ? ((now - known.at) / 1000) * perSecond : 0
    const count = known ? Math.min(atOnce, known.count + regained) : atOnce
    const isAllowed = count >= 1
    // Deleted first: a Map keeps the order of insertion, so its first key is the longest unused.
    left.delete(key)
    left.set(key, { count: isAllowed ? count - 1 : count, at: now })
    if (left.size > KEYS_MAX) left.delete(left.keys().next().value ?? '')
    return isAllowed
  }
}
