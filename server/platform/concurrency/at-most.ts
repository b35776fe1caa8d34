/**
 * Options of an LRU cache with at most this number of keys. The cache's own `max` would allocate for all of them
 * immediately, which takes longer than the rest of startup.
 */
export function atMost(keys: number) {
  return { maxSize: keys, sizeCalculation: () => 1 }
}
