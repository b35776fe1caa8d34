/** Identifies temporary errors of database, network and disk, and aborted work, after which a retry may succeed. */

/**
 * Error codes of PostgreSQL, the operating system and the network for lost or refused connections, shutdown, timeouts,
 * too many connections, a full disk, and deadlocks of statements outside transactions.
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

/** Matches the messages of driver errors without a code. */
const LOST =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/

export function isUnavailable(error: {
  name?: string
  code?: unknown
  syscall?: unknown
  message: string
}): boolean {
  const { name, code, syscall, message } = error
  // Work that was aborted because it took too long.
  if (name === 'AbortError') return true
  const text = String(code ?? '')
  // While a server restarts, its socket does not exist yet.
  if (text === 'ENOENT') return syscall === 'connect'
  // Error classes for connections and exhausted resources.
  return NOT_NOW.has(text) || /^(08|53)/.test(text) || LOST.test(message)
}
