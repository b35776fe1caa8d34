/** Which errors of the database, the network and the disk mean "not now": trying again may do. */

/**
 * PostgreSQL's, the system's and the network's codes: lost or refused connections, shutdown,
 * timeouts, too many connections, a full disk, and deadlocks of statements that run outside a
 * transaction.
 */
const NOT_NOW = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '55P03',
  '40001',
  '40P01',
  '58030',
])

/** What the driver says without a code. */
const LOST =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/

/** Whether it cannot be done now, for a reason that may pass by itself. */
export function isUnavailable({ code, message }: { code?: unknown; message: string }): boolean {
  const text = String(code ?? '')
  // Classes of codes: connections, and resources that are used up.
  return NOT_NOW.has(text) || /^(08|53)/.test(text) || LOST.test(message)
}
