import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, IdInput } from '#contract/schema.ts'
import { type Place, sampleOf } from '#tests/kit/endpoints.ts'
import { multipart } from '#tests/kit/multipart.ts'
import type { CallOptions } from '#tests/kit/shop.ts'

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export function acceptedBy(endpoint: Endpoint): CallOptions {
  if (endpoint.reads?.type === 'multipart/form-data') {
    return multipart('image', PIXEL, { filename: 'p.png', type: 'image/png' })
  }
  const body = bodyOf(endpoint)
  return body === undefined ? {} : { body }
}

/** A sample body for the endpoint, adjusted where its schema is too loose; undefined if it takes no body. */
export function bodyOf({ call, body }: Endpoint): unknown {
  if (!body) return undefined
  // Omits the password, which is optional after a recent sign-in but checked if sent.
  const { current_password: _, version, ...fields } = sampleOf(body) as Record<string, unknown>
  // Keeps only a numeric version, which counts edits: the sample's fits a new row. Other versions cannot be made up.
  const sample = typeof version === 'number' ? { ...fields, version } : fields
  // `total` is optional, but if sent must be the current total.
  if (call.endsWith('/purchases/{id}/payment') || call.endsWith('/order/{id}/cancel')) {
    return { ...sample, total: undefined }
  }
  // `units` and `amount` are mutually exclusive, and `left` must match what is left to refund.
  if (call.endsWith('/orders/{id}/refund')) {
    return { ...sample, units: undefined, amount: undefined, left: undefined }
  }
  if (!call.includes('/admin/products')) return sample
  // Pictures must belong to the product, and `compare_at_price` must be above the price.
  const { pictures: __, compare_at_price: ___, ...rest } = sample
  return rest
}

/** @returns the path to each id in a body with this schema; for a list, only the paths in its first entry. */
export function idPlaces(schema: TSchema, at: Place = []): Place[] {
  if (isId(schema)) return [at]
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  const inside = [
    ...(anyOf ?? []).map((choice): [TSchema, Place] => [choice, at]),
    ...(items ? [[items, [...at, 0]] as [TSchema, Place]] : []),
    ...Object.entries(properties ?? {}).map(([name, field]): [TSchema, Place] => [
      field,
      [...at, name],
    ]),
  ]
  return inside.flatMap(([schema, place]) => idPlaces(schema, place))
}

function isId(schema: TSchema): boolean {
  const text = JSON.stringify(schema)
  return text === JSON.stringify(Id) || text === JSON.stringify(IdInput)
}
