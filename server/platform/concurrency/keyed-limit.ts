/** How much one caller may have under way at once, so that none fills a queue in which all wait. */

/**
 * Does the work unless the key has its share under way already. Counts in this process.
 * @throws what `refusal` makes when it has.
 */
export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** @param most works of one key at once, waiting ones included. */
export function createKeyedLimit(most: number, refusal: () => Error): KeyedLimit {
  const underWay = new Map<string, number>()

  return async (key, work) => {
    const count = underWay.get(key) ?? 0
    if (count >= most) throw refusal()
    underWay.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left === 0) underWay.delete(key)
      else underWay.set(key, left)
    }
  }
}
