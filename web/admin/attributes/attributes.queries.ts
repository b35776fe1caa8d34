import { editableList } from '../parts/editable-list.ts'

export const attributes = editableList({
  path: '/api/admin/attributes',
  rows: 'attributes',
  // Product lists are filtered by attributes.
  shown: ['products'],
})
