/** Bodies that the calls accept, and where they contain ids. */
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, IdInput } from '#contract/schema.ts'
import { type Place, sampleOf } from '#tests/kit/endpoints.ts'
import { multipart } from '#tests/kit/multipart.ts'
import type { CallOptions } from '#tests/kit/shop.ts'

/** The smallest possible PNG: one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A body that the call accepts, as options for `shop.call`. */
export function acceptedBy(endpoint: Endpoint): CallOptions {
  if (endpoint.reads?.type === 'multipart/form-data') {
    return multipart('image', PIXEL, { filename: 'p.png', type: 'image/png' })
  }
  const body = bodyOf(endpoint)
  return body === undefined ? {} : { body }
}

/** A sample for the call's schema, adjusted where the schema is not specific enough. */
export function bodyOf({ call, body }: Endpoint): unknown {
  if (!body) return undefined
  // A password would be checked, and none is required: the callers have just signed in.
  const { current_password: _, version, ...fields } = sampleOf(body) as Record<string, unknown>
  // Versions that are numbers count edits, and a new thing's is 1. Others are left out: a made-up
  // one would not exist.
  const sample = typeof version === 'number' ? { ...fields, version } : fields
  // A total, if sent, must be the purchase's own.
  if (call.endsWith('/purchases/{id}/payment') || call.endsWith('/order/{id}/cancel')) {
    return { ...sample, total: undefined }
  }
  // Units and amount exclude each other, and what is left must be right.
  if (call.endsWith('/orders/{id}/refund')) {
    return { ...sample, units: undefined, amount: undefined, left: undefined }
  }
  if (!call.includes('/admin/products')) return sample
  // Pictures must belong to the product, and a former price must be above the price.
  const { pictures: __, compare_at_price: ___, ...rest } = sample
  return rest
}

/** The places of ids in bodies that a schema describes; in a list, only in the first entry. */
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
