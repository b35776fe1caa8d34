/** Token buckets, which limit a rate: they allow a burst, then refill over time. */
import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'

/**
 * Takes one token.
 * @returns false if there was no token left.
 */
export type Take = () => boolean

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

const KEYS_MAX = 100_000

/** @returns a function that takes a token from the key's bucket and returns whether one was left. */
export function createTokenBucket(atOnce: number, perSecond: number): (key: string) => boolean {
  const buckets = new LRUCache<string, Take>(atMost(KEYS_MAX))
  return (key) => {
    const known = buckets.get(key)
    if (known) return known()
    const take = createTake(atOnce, perSecond)
    buckets.set(key, take)
    return take()
  }
}
