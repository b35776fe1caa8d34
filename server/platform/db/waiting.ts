/** How many may stand in line for a connection, on either engine. */

/** As many as come back at once after a restart, which a fast database serves in a second. */
export const WAITING_MAX = 1_000

/** Beyond the bound nobody waits: a slow database would else pile up requests and their memory. */
export function tooManyWait(): Error {
  return Object.assign(new Error('too many requests wait for a connection'), {
    code: TOO_MANY_CONNECTIONS,
  })
}

/** PostgreSQL's own code for it. */
const TOO_MANY_CONNECTIONS = '53300'
