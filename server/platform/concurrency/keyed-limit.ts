/** How much work of one key may be under way, so that no caller fills a queue in which all wait. */
import { createKeyedSlots } from './keyed-slots.ts'

/**
 * Does the work unless the key has its share under way already. Counts in this process.
 * @throws what `refusal` makes when it has.
 */
export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** @param max works of one key at a time, waiting ones included. */
export function createKeyedLimit(max: number, refusal: () => Error): KeyedLimit {
  const acquire = createKeyedSlots(max)

  return async (key, work) => {
    const release = acquire(key)
    if (!release) throw refusal()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
