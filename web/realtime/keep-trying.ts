/**
 * An attempt that finds no server, as while the shop starts anew, is not given up by pusher-js
 * before fifteen seconds are over: the page would miss what happens long after the shop is back.
 */

/** Milliseconds an attempt may take; slow phones in bad places need a few seconds. */
export const ATTEMPT_MS = 6000

/** What is asked of a Pusher that was made with `unavailableTimeout: ATTEMPT_MS`. */
interface Client {
  connection: { bind(state: 'unavailable', then: () => void): unknown }
  connect(): void
  disconnect(): void
}

/** Begins anew whenever an attempt has taken too long. */
export function keepTrying(pusher: Client): void {
  pusher.connection.bind('unavailable', () => {
    pusher.disconnect()
    pusher.connect()
  })
}
