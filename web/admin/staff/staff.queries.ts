import { editableList } from '../parts/editable-list.ts'

/** Everybody who works in the shop, owners first. */
export const staff = editableList({
  path: '/api/admin/staff',
  rows: 'staff',
  shown: ['user'],
  sorted: false,
  formOf: ({ id: _id, is_invited: _invited, ...form }) => form,
})
