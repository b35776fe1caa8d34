/**
 * Options of an LRU cache for at most that many keys. Its own `max` would allocate for all of them at
 * once, which takes longer than the rest of a start.
 */
export function atMost(keys: number) {
  return { maxSize: keys, sizeCalculation: () => 1 }
}
