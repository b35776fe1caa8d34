/** Limits the work in progress per key, so that no caller fills a queue that all callers share. */
import { createKeyedSlots } from './keyed-slots.ts'

/**
 * Does the work.
 * @throws the error that `tooMany` creates if the key already has the maximum number of calls in progress in this
 * process.
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
