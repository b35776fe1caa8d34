/**
 * The maximum number of requests waiting for a connection. After a restart, this many clients may reconnect together,
 * and a fast database serves them within a second.
 */
export const WAITING_MAX = 1_000

/** How long a request may wait for a pooled connection, or for its turn to query the catalog, before it is rejected. */
export const WAIT_MS = 2_000

/**
 * The error for a request beyond the queue's limit. Without a limit, requests would pile up in memory when the database
 * is slow.
 */
export function tooManyWait(): Error {
  return Object.assign(new Error('too many requests are waiting for a connection'), {
    code: TOO_MANY_CONNECTIONS,
  })
}

const TOO_MANY_CONNECTIONS = '53300'
