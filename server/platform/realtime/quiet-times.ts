/**
 * How long each channel has had no message, so that a page that subscribes knows whether it missed
 * an event after its first fetch.
 */
import { LRUCache } from 'lru-cache'
import { atMost } from '../concurrency/at-most.ts'

/** Longer than a page takes from its first fetch to its subscription. */
const KNOWN_MS = 60_000
/** Channels that are remembered at a time. */
const CHANNELS_MAX = 100_000

export function createQuietTimes() {
  /** Nothing is known about messages before this. */
  let knownFrom = performance.now()
  const latest = new LRUCache<string, number>({
    ...atMost(CHANNELS_MAX),
    dispose(at, _channel, reason) {
      if (reason === 'evict') knownFrom = Math.max(knownFrom, at)
    },
  })

  return {
    /** Records that the channel has just had a message. */
    note(channel: string): void {
      latest.set(channel, performance.now())
    },

    /** Records that a message has just come whose channel is unknown. */
    noteUnknown(): void {
      knownFrom = Math.max(knownFrom, performance.now())
    },

    /**
     * False when messages may be missed from now on, true when they no longer are; nothing is known
     * about the time in between.
     */
    setReliable(isReliable: boolean): void {
      knownFrom = isReliable ? performance.now() : Number.POSITIVE_INFINITY
    },

    /** Milliseconds for which the channel surely had no message, at most a minute; 0 if unknown. */
    of(channel: string): number {
      const now = performance.now()
      const last = Math.max(knownFrom, latest.get(channel) ?? 0)
      return Math.floor(Math.min(Math.max(now - last, 0), KNOWN_MS))
    },
  }
}
