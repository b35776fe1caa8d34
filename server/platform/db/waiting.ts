/**
 * The maximum number of requests that wait for a connection. This many clients may reconnect together after a restart,
 * and a fast database serves them in a second.
 */
export const WAITING_MAX = 1_000

/** How long a request may wait for a pooled connection, or for its turn to query the catalog, before it is refused. */
export const WAIT_MS = 2_000

/**
 * The error of a request beyond the queue's limit. Without the limit, a slow database would pile up requests and their
 * memory.
 */
export function tooManyWait(): Error {
  return Object.assign(new Error('too many requests are waiting for a connection'), {
    code: TOO_MANY_CONNECTIONS,
  })
}

const TOO_MANY_CONNECTIONS = '53300'
