import { editableList } from '../parts/editable-list.ts'

const STOREFRONT = ['storefront']

/** All slides in display order, including inactive ones. */
export const slides = editableList({
  path: '/api/admin/slides',
  rows: 'slides',
  shown: STOREFRONT,
  formOf: ({ id: _id, picture: _picture, position: _position, ...form }) => form,
})

/** All partners in display order, including inactive ones. */
export const partners = editableList({
  path: '/api/admin/partners',
  rows: 'partners',
  shown: STOREFRONT,
  formOf: ({ id: _id, position: _position, ...form }) => form,
})
