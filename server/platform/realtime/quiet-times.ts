/**
 * Tracks how long each channel has been quiet, so that a subscribing page can tell whether it missed an event after its
 * first fetch.
 */
import { LRUCache } from 'lru-cache'
import { atMost } from '../concurrency/at-most.ts'

/** The maximum reported quiet time, which is longer than a page takes from its first fetch to its subscription. */
const KNOWN_MS = 60_000
const CHANNELS_MAX = 100_000

export function createQuietTimes() {
  /** The time before which nothing is known about messages. */
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

    /** Records that a message has just arrived for an unknown channel. */
    noteUnknown(): void {
      knownFrom = Math.max(knownFrom, performance.now())
    },

    /**
     * Records that messages may be missed from now on (false) or that all arrive again (true). Nothing is known about
     * the time in between.
     */
    setReliable(isReliable: boolean): void {
      knownFrom = isReliable ? performance.now() : Number.POSITIVE_INFINITY
    },

    /**
     * @returns how long the channel is certain to have had no message, in milliseconds, up to a minute; 0 if unknown.
     */
    of(channel: string): number {
      const now = performance.now()
      const last = Math.max(knownFrom, latest.get(channel) ?? 0)
      return Math.floor(Math.min(Math.max(now - last, 0), KNOWN_MS))
    },
  }
}
