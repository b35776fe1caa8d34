/** Pieces of schema that several features use. */
import { type Static, Type } from 'typebox'
import { PICTURE_BYTES_MAX, PICTURE_PIXELS_MAX } from './limits.ts'

/** 15 digits stay below 2^53, so an id never loses precision as a number. */
const ID_PATTERN = '^[1-9][0-9]{0,14}$'
const ID_MAX = 999_999_999_999_999

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX })

/** An id in a body: a number, or the numeric string that older clients send. */
export const IdInput = Type.Union([Id, Type.String({ pattern: ID_PATTERN })])

/** Path parameters of a call about one thing. A value that is no id is a 404. */
export const IdParams = Type.Object({ id: Type.String({ pattern: ID_PATTERN }) })

/** Turns a validated `IdInput` or path id into the number. */
export function toId(input: Static<typeof IdInput>): number {
  return Number(input)
}

export const Timestamp = Type.String({ format: 'date-time' })
export const Price = Type.Number({ minimum: 0 })

export function Nullable<T extends Type.TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/**
 * The password once more, where a session alone is not enough: without it a call is a 422 on this
 * field unless the session signed in within the last ten minutes. Its length only is judged here.
 */
export const CurrentPassword = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))

export const MessageReply = Type.Object({ message: Type.String() })

export const ErrorReply = Type.Object(
  {
    error: Type.String({ description: 'short code' }),
    message: Type.String({
      description: 'a sentence, in the language that `Accept-Language` names first',
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

/** What a picture must be to be taken. */
export const PICTURE_FILE =
  'JPEG, PNG, WebP, AVIF or GIF by its content; ' +
  `at most ${PICTURE_BYTES_MAX / 1024 ** 2} MB and ${PICTURE_PIXELS_MAX / 1e6} megapixels`

/** The answer to a question that the client has the answer to already (`If-None-Match`). */
export const NotModified = Type.Null({ description: 'unchanged since the `ETag` that was sent' })
