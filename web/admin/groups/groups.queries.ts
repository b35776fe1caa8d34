import type {
  AdminBrand,
  AdminSubCategory,
  BrandForm,
  SubCategoryForm,
} from '#contract/admin/groups.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** Lists and product pages show their names. */
const SHOWN = ['products']

/** All brands. */
export const brands = editableList<AdminBrand, BrandForm>({
  key: ['admin', 'brands'],
  shown: SHOWN,
  load: async (signal) => (await request('GET /api/admin/brands', { signal })).brands,
  create: (sent) => request('POST /api/admin/brands', sent),
  edit: (sent) => request('PUT /api/admin/brands/{id}', sent),
  order: (sent) => request('PUT /api/admin/brands', sent),
  remove: (sent) => request('DELETE /api/admin/brands/{id}', sent),
})

/** The sub-categories of all categories. */
export const subCategories = editableList<AdminSubCategory, SubCategoryForm>({
  key: ['admin', 'sub-categories'],
  shown: SHOWN,
  load: async (signal) =>
    (await request('GET /api/admin/sub-categories', { signal })).subCategories,
  create: (sent) => request('POST /api/admin/sub-categories', sent),
  edit: (sent) => request('PUT /api/admin/sub-categories/{id}', sent),
  order: (sent) => request('PUT /api/admin/sub-categories', sent),
  remove: (sent) => request('DELETE /api/admin/sub-categories/{id}', sent),
})
