/**
 * HTTP statuses, keyed by error code. A reply contains the code as `error` and a sentence in the caller's language as
 * `message` (`error.` in contract/words).
 */
export const ERROR_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  forbidden: 403,
  second_factor_required: 403,
  second_factor_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  sold_out: 409,
  out_of_stock: 409,
  edited_meanwhile: 409,
  price_changed: 409,
  unpaid_orders: 409,
  maintenance: 409,
  cart_full: 409,
  payment_declined: 409,
  too_large: 413,
  address_too_long: 414,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The messages of a 422, keyed by field; clients show the first message for each field. */
export type FieldErrors = Record<string, string[]>
