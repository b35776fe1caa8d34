import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '#contract/errors.ts'

/** A refusal that is the caller's to mend. It leaves as `{error: code, message}` and its extras. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extras: Record<string, unknown>

  /** @param extras further fields of the answer, `retryAfter` (seconds) becoming a header. */
  constructor(code: ErrorCode, message: string, extras: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.status = ERROR_STATUS[code]
    this.extras = extras
  }
}

/** A 422 with messages per field. */
export function invalid(errors: FieldErrors): ShopError {
  return new ShopError('invalid', Object.values(errors)[0]?.[0] ?? 'The request is not valid.', {
    errors,
  })
}

/** The one answer for what does not exist and for what belongs to somebody else. */
export function notFound(): ShopError {
  return new ShopError('not_found', 'Not found.')
}

/** For a call without a token that is good. */
export function unauthenticated(): ShopError {
  return new ShopError('unauthenticated', 'Please sign in.')
}
