import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { UpdateProfileBody } from '#contract/accounts.ts'
import { AddressBody } from '#contract/addresses.ts'
import { IdInput } from '#contract/schema.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import { compileValidator } from './validation.ts'

/** @returns the body as a handler receives it, or the paths of its errors. */
function read(schema: TSchema, body: object): unknown {
  const validate = compileValidator({ schema, method: 'PUT', url: '/', httpPart: 'body' })
  const result = validate(body) as { value?: unknown; error?: Array<{ instancePath: string }> }
  return result.error?.map(({ instancePath }) => instancePath) ?? result.value
}

describe('a text with invisible characters', () => {
  const profile = { username: 'Sam', email: 'sam@barq.example' }

  it('is read without them if it is a code or a number', () => {
    const phone = '\u202a+971 50\u200e 123 45\u200b67\u202c\ufeff'
    const email = '\u2068sam@barq.example\u2069\u200f'

    expect(read(UpdateProfileBody, { ...profile, email, phone })).toEqual({
      ...profile,
      phone: '+971 50 123 4567',
    })
    expect(read(AddressBody, { ...AN_ADDRESS, postcode: '\u200f11564\n' })).toEqual({
      ...AN_ADDRESS,
      postcode: '11564',
    })
  })

  it('is read as one line in its own direction if it is a name, and keeps marks between its words', () => {
    const username = '\u202eSam\r\n\u2067Hill\u001b \u200f(\u200fA\u200f)\u200f\u2028'

    expect(read(UpdateProfileBody, { ...profile, username })).toEqual({
      ...profile,
      username: 'Sam Hill \u200f(\u200fA\u200f)',
    })
  })

  it('counts as missing if it has no others', () => {
    const wrong = read(UpdateProfileBody, { ...profile, username: ' \u200f\u202e\ufeff\n' })

    expect(new Set(wrong as string[])).toEqual(new Set(['/username']))
  })

  it('is refused unread if it is longer than any field allows', () => {
    const username = `\u202e${' '.repeat(300_000)}`

    expect(new Set(read(UpdateProfileBody, { ...profile, username }) as string[])).toEqual(
      new Set(['/username']),
    )
  })
})

it('an id that came as a text is a number, and no other text is one', () => {
  const schema = Type.Object({ ids: Type.Array(IdInput) })

  expect(read(schema, { ids: [7, '12'] })).toEqual({ ids: [7, 12] })
  for (const text of ['', '0', '01', '1e3', '0x10', ' 1']) {
    expect(read(schema, { ids: [text] })).toContain('/ids/0')
  }
})

interface Below {
  type?: string
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  items?: TSchema
}

/** @returns the names of a schema's free-form string fields that declare none of `reads`, `pattern` and `format`. */
function unread(schema: TSchema, name: string): string[] {
  const { type, anyOf, properties, items, ...rest } = schema as Below
  const below: Array<[string, TSchema]> = [
    ...Object.entries(properties ?? {}),
    ...[...(anyOf ?? []), ...(items ? [items] : [])].map((one): [string, TSchema] => [name, one]),
  ]
  const isSaid = ['reads', 'pattern', 'format'].some((keyword) => keyword in rest)
  const isFree = type === 'string' && 'maxLength' in rest && !isSaid
  return [...(isFree ? [name] : []), ...below.flatMap(([field, one]) => unread(one, field))]
}

it('every text of a call declares how it is read, except secrets, texts of several lines and texts that no person types', async () => {
  const endpoints = await contractEndpoints()
  const names = endpoints.flatMap(({ body, query }) =>
    [body, query].flatMap((schema) => (schema ? unread(schema, '') : [])),
  )

  expect([...new Set(names)].sort()).toEqual([
    'address',
    'address_ar',
    'attestationObject',
    'authenticatorData',
    'challenge',
    'clientDataJSON',
    'code',
    'current_password',
    'cursor',
    'description',
    'description_ar',
    'id',
    'key',
    'mapping',
    'note',
    'password',
    'password_confirmation',
    'reason',
    'signature',
    'text',
    'text_ar',
    'token',
    'transports',
  ])
})
