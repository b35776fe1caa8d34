/** How many may wait for a connection, on either engine, and for how long. */

/** As many as come back at once after a restart, which a fast database serves in a second. */
export const WAITING_MAX = 1_000

/** For one of several connections, or in a lane: after it the caller gets 503 and may come again. */
export const WAIT_MS = 2_000

/**
 * For the embedded engine's only connection: an import, a closing of days or a copy for the backup
 * holds up everybody for its whole length, where PostgreSQL has nine other connections.
 */
export const WAIT_FOR_THE_ONLY_MS = 10_000

/** Beyond the bound nobody waits: a slow database would else pile up requests and their memory. */
export function tooManyWait(): Error {
  return Object.assign(new Error('too many requests wait for a connection'), {
    code: TOO_MANY_CONNECTIONS,
  })
}

/** Where the queue did not move. */
export function waitedTooLong(): Error {
  return Object.assign(new Error('no connection became free in time'), { code: 'ETIMEDOUT' })
}

/** PostgreSQL's own code for it. */
const TOO_MANY_CONNECTIONS = '53300'
