import { editableList } from '../parts/editable-list.ts'

/** Lists and product pages show their names. */
const SHOWN = ['products']

/** All brands. */
export const brands = editableList({ path: '/api/admin/brands', rows: 'brands', shown: SHOWN })

/** The sub-categories of all categories. */
export const subCategories = editableList({
  path: '/api/admin/sub-categories',
  rows: 'subCategories',
  shown: SHOWN,
})
