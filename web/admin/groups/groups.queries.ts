import type {
  AdminBrand,
  AdminSubCategory,
  BrandForm,
  createBrand,
  createSubCategory,
  deleteBrand,
  deleteSubCategory,
  editBrand,
  editSubCategory,
  listBrands,
  listSubCategories,
  orderBrands,
  orderSubCategories,
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
  load: async (signal) =>
    (await request<typeof listBrands>('GET /api/admin/brands', { signal })).brands,
  create: (sent) => request<typeof createBrand>('POST /api/admin/brands', sent),
  edit: (sent) => request<typeof editBrand>('PUT /api/admin/brands/{id}', sent),
  order: (sent) => request<typeof orderBrands>('PUT /api/admin/brands', sent),
  remove: (sent) => request<typeof deleteBrand>('DELETE /api/admin/brands/{id}', sent),
})

/** The sub-categories of all categories. */
export const subCategories = editableList<AdminSubCategory, SubCategoryForm>({
  key: ['admin', 'sub-categories'],
  shown: SHOWN,
  load: async (signal) =>
    (await request<typeof listSubCategories>('GET /api/admin/sub-categories', { signal }))
      .subCategories,
  create: (sent) => request<typeof createSubCategory>('POST /api/admin/sub-categories', sent),
  edit: (sent) => request<typeof editSubCategory>('PUT /api/admin/sub-categories/{id}', sent),
  order: (sent) => request<typeof orderSubCategories>('PUT /api/admin/sub-categories', sent),
  remove: (sent) =>
    request<typeof deleteSubCategory>('DELETE /api/admin/sub-categories/{id}', sent),
})
