import { editableList } from '../parts/editable-list.ts'

/** Product lists and product pages show the names of brands and subcategories. */
const SHOWN = ['products']

export const brands = editableList({ path: '/api/admin/brands', rows: 'brands', shown: SHOWN })

export const subCategories = editableList({
  path: '/api/admin/sub-categories',
  rows: 'subCategories',
  shown: SHOWN,
})
