/** Limits concurrent work per key, so that no single caller can fill a shared queue. */
import { createKeyedSlots } from './keyed-slots.ts'

/**
 * @throws the error created by `tooMany` if the key has reached its maximum number of concurrent calls in this process.
 */
export type KeyedLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedLimit(max: number, tooMany: () => Error): KeyedLimit {
  const acquire = createKeyedSlots(max)

  return async (key, work) => {
    const release = acquire(key)
    if (!release) throw tooMany()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
