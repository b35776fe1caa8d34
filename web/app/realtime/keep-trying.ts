/**
 * Reconnects sooner than pusher-js does by default. If pusher-js finds no server, for example while the shop restarts,
 * it abandons the attempt only after fifteen seconds, so the page would miss events long after the shop is back.
 */

/**
 * The timeouts of successive attempts, in milliseconds: short at first, because the shop is usually back soon; then
 * longer, for phones on connections where a handshake takes that long.
 */
const ATTEMPTS_MS = [6_000, 6_000, 10_000, 15_000]
/** The maximum random share added to each timeout, so that pages do not all reconnect at the same time. */
const SPREAD = 0.25

interface Client {
  connection: {
    bind(state: 'unavailable' | 'connected', then: () => void): unknown
    /** pusher-js reads it at the start of each attempt. */
    options: { unavailableTimeout: number }
  }
  connect(): void
  disconnect(): void
}

/** The `unavailableTimeout` for a new Pusher, which starts its first attempt immediately. */
export function firstAttemptMs(): number {
  return attemptMs(0)
}

export function keepTrying(pusher: Client): void {
  let failed = 0
  pusher.connection.bind('connected', () => {
    failed = 0
    pusher.connection.options.unavailableTimeout = attemptMs(failed)
  })
  pusher.connection.bind('unavailable', () => {
    failed += 1
    pusher.disconnect()
    pusher.connection.options.unavailableTimeout = attemptMs(failed)
    pusher.connect()
  })
}

function attemptMs(failed: number): number {
  const least = ATTEMPTS_MS[Math.min(failed, ATTEMPTS_MS.length - 1)] ?? 0
  return least * (1 + Math.random() * SPREAD)
}
