import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import type { FieldSentences, Sentence } from '../words/sentence.ts'

interface Extras {
  /** In seconds; sent as the Retry-After header. */
  retryAfter?: number
  errors?: FieldSentences
  /** Additional response fields, sent unchanged. */
  [field: string]: unknown
}

/**
 * An error that the caller can act on, sent as `{error: code, message}` with its extras. The error handler translates
 * its messages into the caller's language.
 */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly sentence: Sentence
  readonly extras: Extras

  constructor(code: ErrorCode, sentence: Sentence, extras: Extras = {}) {
    super(typeof sentence === 'string' ? sentence : sentence.id)
    this.code = code
    this.status = ERROR_STATUS[code]
    this.sentence = sentence
    this.extras = extras
  }
}

/** A 422 with messages for each field. */
export function invalid(errors: FieldSentences): ShopError {
  const [first = 'error.invalid'] = Object.values(errors)[0] ?? []
  return new ShopError('invalid', first, { errors })
}

/** The same error for things that do not exist and things that belong to another user. */
export function notFound(): ShopError {
  return new ShopError('not_found', 'error.notFound')
}

/** @throws ShopError `not_found` if nothing was found. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw notFound()
  return found
}

export function unauthenticated(): ShopError {
  return new ShopError('unauthenticated', 'error.signedOut')
}
