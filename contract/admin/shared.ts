import { Type } from 'typebox'
import { type Endpoint, type EndpointSpec, endpointsOf } from '../endpoint.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX } from '../limits.ts'
import { CODE, LINE, NOT_BLANK, Nullable } from '../schema.ts'

const endpoint = endpointsOf('Administration')

export function staffEndpoint<
  const Call extends Endpoint['call'],
  const Spec extends Omit<EndpointSpec, 'tag' | 'access'>,
>(call: Call, spec: Spec) {
  return endpoint(call, { ...spec, access: 'admin' })
}

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, description: `${PAGE_SIZE} if absent` }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 2000, description: '`nextCursor` of the previous page' }),
  ),
}

export const NextCursor = Nullable(Type.String())

export const Search = Type.Optional(Type.String({ ...CODE, maxLength: SEARCH_MAX }))

/** The start or end of a period, in ISO 8601; the end is exclusive. */
export const Moment = Type.Optional(
  // The pattern excludes years and offsets that PostgreSQL does not support.
  Type.String({
    format: 'date-time',
    maxLength: 40,
    pattern: '^[12][0-9]{3}-.*(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$',
  }),
)

/** A single-line string that must not be blank. */
export const Words = (maxLength: number) =>
  Type.String({ ...LINE, minLength: 1, maxLength, pattern: NOT_BLANK })

/** The version of a row edited by staff; it changes whenever one of the row's fields does. */
const Version = Type.String({
  pattern: '^[A-Za-z0-9_-]{16}$',
  examples: ['q3pXw0Yt7mZkB-1_'],
})

/** The version of a product or a family, incremented by each edit. */
export const EditCount = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** The version field that replies add to rows edited by staff. */
export const versioned = { version: Version }
export type Versioned<Fields> = Fields & { version: string }
export type Unversioned<Read> = Omit<Read, 'version'>

/** The version field in the body of an edit. */
export const editOf = {
  version: Type.Optional({
    ...Version,
    description:
      "the version that the edit is based on; if another edit has been saved since, the call returns a 409 `edited_meanwhile`. If absent, other people's edits are overwritten",
  }),
}
export type EditOf<Form> = Form & { version?: string }

/** The Arabic version of a field; empty in a shop with one language. */
export const Arabic = (maxLength: number) =>
  Type.String({
    ...LINE,
    maxLength,
    description: 'if empty, the field without `_ar` is used for both languages',
  })

/** The name that staff give something, in English and in Arabic. */
export const namesOf = (maxLength: number) => ({
  name: Words(maxLength),
  name_ar: Arabic(maxLength),
})

/** The path cannot escape `/media`, because no segment may begin with a dot. */
export const Logo = Type.String({
  maxLength: 500,
  pattern: '^/media(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$',
  examples: ['/media/brands/orvane.svg'],
  description: 'the URL of an uploaded picture, or the current logo',
})
