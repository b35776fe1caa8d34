import type { AdminAttribute, AttributeForm } from '#contract/admin/attributes.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** The attributes of all categories. */
export const attributes = editableList<AdminAttribute, AttributeForm>({
  key: ['admin', 'attributes'],
  // Lists are filtered by them.
  shown: ['products'],
  load: async (signal) => (await request('GET /api/admin/attributes', { signal })).attributes,
  create: (sent) => request('POST /api/admin/attributes', sent),
  edit: (sent) => request('PUT /api/admin/attributes/{id}', sent),
  order: (sent) => request('PUT /api/admin/attributes', sent),
  remove: (sent) => request('DELETE /api/admin/attributes/{id}', sent),
})
