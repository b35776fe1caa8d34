import { editableList } from '../parts/editable-list.ts'

export const attributes = editableList({
  path: '/api/admin/attributes',
  rows: 'attributes',
  // Product lists show attributes as filters.
  shown: ['products'],
})
