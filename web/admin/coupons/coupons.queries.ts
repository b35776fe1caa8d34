import { editableList } from '../parts/editable-list.ts'

/** All coupons, newest first, including inactive ones. */
export const coupons = editableList({
  path: '/api/admin/coupons',
  rows: 'coupons',
  shown: ['quote'],
  sorted: false,
  formOf: ({ id: _id, uses: _uses, given: _given, products: _products, ...form }) => form,
})
