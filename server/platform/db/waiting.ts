/** Limits on the queue for a connection. */

/** As many clients as reconnect together after a restart, which a fast database serves in a second. */
export const WAITING_MAX = 1_000

/** A request that has waited this long for a pooled connection, or for its slot, is refused. */
export const WAIT_MS = 2_000

/** The queue is bounded: otherwise a slow database would pile up requests and their memory. */
export function tooManyWait(): Error {
  return Object.assign(new Error('too many requests are waiting for a connection'), {
    code: TOO_MANY_CONNECTIONS,
  })
}

/** PostgreSQL's own code for this error. */
const TOO_MANY_CONNECTIONS = '53300'
