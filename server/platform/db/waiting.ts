/** How many may wait for a connection, on either engine, and for how long. */

/** As many as come back at once after a restart, which a fast database serves in a second. */
export const WAITING_MAX = 1_000

/** A request that has waited this long for a pooled connection, or for its slot, is refused. */
export const WAIT_MS = 2_000

/**
 * For the embedded engine's only connection: an import, a daily rollup or a copy for the backup
 * blocks everybody for its whole length, where PostgreSQL has nine other connections.
 */
export const WAIT_FOR_THE_ONLY_MS = 10_000

/** The queue is bounded: a slow database would else pile up requests and their memory. */
export function tooManyWait(): Error {
  return Object.assign(new Error('too many requests wait for a connection'), {
    code: TOO_MANY_CONNECTIONS,
  })
}

/** For a queue that did not move. */
export function waitedTooLong(): Error {
  return Object.assign(new Error('no connection became free in time'), { code: 'ETIMEDOUT' })
}

/** PostgreSQL's own code for it. */
const TOO_MANY_CONNECTIONS = '53300'
