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
import { editableList } from '../parts/editable-list.ts'

/** The attributes of all categories. */
export const attributes = editableList<AdminAttribute, AttributeForm>({
  key: ['admin', 'attributes'],
  // Lists are filtered by them.
  shown: ['products'],
  load: async (signal) =>
    (await request<typeof listAttributes>('GET /api/admin/attributes', { signal })).attributes,
  create: (sent) => request<typeof createAttribute>('POST /api/admin/attributes', sent),
  edit: (sent) => request<typeof editAttribute>('PUT /api/admin/attributes/{id}', sent),
  order: (sent) => request<typeof orderAttributes>('PUT /api/admin/attributes', sent),
  remove: (sent) => request<typeof deleteAttribute>('DELETE /api/admin/attributes/{id}', sent),
})
