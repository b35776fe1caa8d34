/**
 * How long each channel has had no message: from this, a page that subscribes knows whether it missed an event after
 * its first fetch.
 */
import { LRUCache } from 'lru-cache'
import { atMost } from '../concurrency/at-most.ts'

/** The longest quiet time that is reported: longer than a page takes from its first fetch to its subscription. */
const KNOWN_MS = 60_000
const CHANNELS_MAX = 100_000

export function createQuietTimes() {
  /** Messages before this time are unknown. */
  let knownFrom = performance.now()
  const latest = new LRUCache<string, number>({
    ...atMost(CHANNELS_MAX),
    dispose(at, _channel, reason) {
      if (reason === 'evict') knownFrom = Math.max(knownFrom, at)
    },
  })

  return {
    note(channel: string): void {
      latest.set(channel, performance.now())
    },

    /** Records that a message has just come for an unknown channel. */
    noteUnknown(): void {
      knownFrom = Math.max(knownFrom, performance.now())
    },

    /**
     * Records that messages may be missed from now on (false), or that all arrive again (true): nothing is known about
     * the time in between.
     */
    setReliable(isReliable: boolean): void {
      knownFrom = isReliable ? performance.now() : Number.POSITIVE_INFINITY
    },

    /** The milliseconds for which the channel certainly had no message, at most a minute; 0 if unknown. */
    of(channel: string): number {
      const now = performance.now()
      const last = Math.max(knownFrom, latest.get(channel) ?? 0)
      return Math.floor(Math.min(Math.max(now - last, 0), KNOWN_MS))
    },
  }
}
