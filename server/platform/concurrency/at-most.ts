/**
 * Options that limit an LRU cache to this number of keys. The cache's own `max` option would allocate space for all of
 * them up front, which takes longer than the rest of startup.
 */
export function atMost(keys: number) {
  return { maxSize: keys, sizeCalculation: () => 1 }
}
