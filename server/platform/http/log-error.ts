/** Makes errors safe to log: what broke and where, but never what customers sent. */

interface Logged {
  [field: string]: unknown
  type: string
  code?: string
  /** The names of the database constraint and table, never values. */
  constraint?: string
  table?: string
  message: string
  stack: string
  cause?: Logged
}

const CAUSES_MAX = 3

/**
 * Copies only known fields and redacts the message, because the database driver attaches rows, parameters and
 * statements to its errors, and mail servers repeat email addresses.
 */
export function describeError(error: unknown, depth = 0): Logged {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'the thrown value is not an Error', stack: '' }
  const { code, constraint, table, cause } = error as Error & Record<string, unknown>
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    message: withoutValues(error.message),
    stack: framesOf(error),
    ...(cause !== undefined && depth < CAUSES_MAX && { cause: describeError(cause, depth + 1) }),
  }
}

const MESSAGE_MAX = 500

/** Removes email addresses, long tokens, and values quoted after a colon by a database. */
function withoutValues(text: string): string {
  return text
    .replace(/: ".*"/gs, ': "..."')
    .replace(/[^\s<>"'(]+@[^\s<>"')]+/g, '[address]')
    .replace(/\b[\w-]{40,}/g, '[token]')
    .slice(0, MESSAGE_MAX)
}

/** The stack frames, without the message that precedes them. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
