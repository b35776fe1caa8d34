import { Type } from 'typebox'
import { ID_MAX, PICTURE_BYTES_MAX, PICTURE_PIXELS_MAX, PRICE_CENTS_MAX } from './limits.ts'

// Must match `ID_MAX`.
const ID_PATTERN = '^[1-9][0-9]{0,14}$'

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX })

/** An id sent as a string, which the handler receives as a number. */
const IdText = Type.Unsafe<number>(Type.String({ pattern: ID_PATTERN, becomes: 'number' }))

/** An id in a body: a number, or the numeric string that older clients send. */
export const IdInput = Type.Union([Id, IdText])

/** The name of something in both languages, to spread into a schema; `named` also has its id. */
export const names = { name: Type.String(), name_ar: Type.String() }
export const named = { id: Id, ...names }

/** Path parameters of a call for a single entity; anything but an id results in a 404. */
export const IdParams = Type.Object({ id: IdText })

export const Timestamp = Type.String({ format: 'date-time' })
/** A day without a zone. The pattern excludes years that PostgreSQL does not support. */
export const Day = Type.String({
  format: 'date',
  pattern: '^[12][0-9]{3}-',
  examples: ['2026-11-28'],
})
export const Price = Type.Number({ minimum: 0 })
export const Count = Type.Integer({ minimum: 0 })

/** Patterns for required strings. A value that does not match is reported as missing: "Email is required." */
export const NOT_EMPTY = '[\\s\\S]'
export const NOT_BLANK = '\\S'
/**
 * Options for a string that is a code, a number or a URL: invisible characters, which pasted strings often contain, are
 * removed before the rest of the schema is checked.
 */
export const CODE = { reads: 'code' } as const
/** Options for a string that is reduced to one line, trimmed and stripped of direction overrides. */
export const LINE = { reads: 'line' } as const

/** An amount that staff enter; the server checks the maximum in the shop's currency. */
export const PriceInput = Type.Number({
  minimum: 0,
  maximum: PRICE_CENTS_MAX,
  description: 'with no more decimals than the currency has',
})

export function Nullable<T extends Type.TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/**
 * The current password, for calls that require more than a session. Without it, the call returns a 422 on this field
 * unless the session signed in or confirmed the password within the last ten minutes. The schema checks only its
 * length.
 */
export const CurrentPassword = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))

export const MessageReply = Type.Object({ message: Type.String() })

export const ErrorReply = Type.Object(
  {
    error: Type.String({ description: 'a short machine-readable code' }),
    message: Type.String({
      description:
        'a sentence to show to people, in the first language of `Accept-Language` if the shop supports it, otherwise in English',
    }),
    errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    requestId: Type.Optional(Type.String()),
  },
  { title: 'Error', additionalProperties: true },
)

/** The multipart body of an upload: one file in `field`. */
export function upload(field: string, description: string) {
  const file = Type.String({ contentMediaType: 'application/octet-stream', description })
  return {
    type: 'multipart/form-data',
    schema: Type.Object({ [field]: file }, { additionalProperties: true }),
  } as const
}

export const PICTURE_FILE =
  'a JPEG, PNG, WebP, AVIF or GIF file, recognized by its content; ' +
  `at most ${PICTURE_BYTES_MAX / 1024 ** 2} MB and ${PICTURE_PIXELS_MAX / 1e6} megapixels`

/** The response to a conditional request (`If-None-Match`) if nothing has changed. */
export const NotModified = Type.Null({
  description: 'unchanged since the response with this `ETag`',
})
