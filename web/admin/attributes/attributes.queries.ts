import { queryOptions } from '@tanstack/react-query'
import type {
  AdminAttribute,
  AttributeForm,
  createAttribute,
  deleteAttribute,
  editAttribute,
  listAttributes,
  orderAttributes,
} from '#contract/admin/attributes.ts'
import { request } from '#web/api/request.ts'
import { sortedList } from '../storefront/storefront.queries.ts'

/** The attributes of all categories. */
export const attributesQuery = queryOptions({
  queryKey: ['admin', 'attributes'],
  queryFn: async ({ signal }) =>
    (await request<typeof listAttributes>('GET /api/admin/attributes', { signal })).attributes,
})

export const attributes = sortedList<typeof attributesQuery, AttributeForm>(
  attributesQuery,
  // Lists are filtered by them.
  ['products'],
  {
    create: (sent) => request<typeof createAttribute>('POST /api/admin/attributes', sent),
    edit: (sent) => request<typeof editAttribute>('PUT /api/admin/attributes/{id}', sent),
    order: (sent) => request<typeof orderAttributes>('PUT /api/admin/attributes', sent),
    remove: (sent) => request<typeof deleteAttribute>('DELETE /api/admin/attributes/{id}', sent),
  },
)

/** Reduces an attribute to the fields that the server accepts. */
export function attributeForm(attribute: AdminAttribute): AttributeForm {
  const { id: _id, position: _position, products: _products, choices, ...form } = attribute
  return { ...form, choices: choices.map(({ products: _count, ...choice }) => choice) }
}
