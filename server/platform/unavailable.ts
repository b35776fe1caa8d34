/** Which errors of the database, the network and the disk mean "not now": a retry may succeed. */

/**
 * Codes of PostgreSQL, the operating system and the network: lost or refused connections, shutdown,
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

/** Matches the messages of driver errors that have no code. */
const LOST =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/

export function isUnavailable(error: {
  code?: unknown
  syscall?: unknown
  message: string
}): boolean {
  const { code, syscall, message } = error
  const text = String(code ?? '')
  // The socket of a server that is restarting does not exist yet.
  if (text === 'ENOENT') return syscall === 'connect'
  // Classes of codes: connections, and exhausted resources.
  return NOT_NOW.has(text) || /^(08|53)/.test(text) || LOST.test(message)
}
