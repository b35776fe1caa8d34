import { queryOptions } from '@tanstack/react-query'
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
import { sortedList } from '../storefront/storefront.queries.ts'

/** Lists and product pages show their names. */
const SHOWN = ['products']

/** All brands. */
export const brandsQuery = queryOptions({
  queryKey: ['admin', 'brands'],
  queryFn: async ({ signal }) =>
    (await request<typeof listBrands>('GET /api/admin/brands', { signal })).brands,
})

/** The sub-categories of all categories. */
export const subCategoriesQuery = queryOptions({
  queryKey: ['admin', 'sub-categories'],
  queryFn: async ({ signal }) =>
    (await request<typeof listSubCategories>('GET /api/admin/sub-categories', { signal }))
      .subCategories,
})

export const brands = sortedList<typeof brandsQuery, BrandForm>(brandsQuery, SHOWN, {
  create: (sent) => request<typeof createBrand>('POST /api/admin/brands', sent),
  edit: (sent) => request<typeof editBrand>('PUT /api/admin/brands/{id}', sent),
  order: (sent) => request<typeof orderBrands>('PUT /api/admin/brands', sent),
  remove: (sent) => request<typeof deleteBrand>('DELETE /api/admin/brands/{id}', sent),
})

export const subCategories = sortedList<typeof subCategoriesQuery, SubCategoryForm>(
  subCategoriesQuery,
  SHOWN,
  {
    create: (sent) => request<typeof createSubCategory>('POST /api/admin/sub-categories', sent),
    edit: (sent) => request<typeof editSubCategory>('PUT /api/admin/sub-categories/{id}', sent),
    order: (sent) => request<typeof orderSubCategories>('PUT /api/admin/sub-categories', sent),
    remove: (sent) =>
      request<typeof deleteSubCategory>('DELETE /api/admin/sub-categories/{id}', sent),
  },
)

/** Reduces a brand to the fields that the server accepts. */
export function brandForm({ name, name_ar, logo }: AdminBrand): BrandForm {
  return { name, name_ar, logo }
}

/** Reduces a sub-category to the fields that the server accepts. */
export function subCategoryForm({ category, name, name_ar }: AdminSubCategory): SubCategoryForm {
  return { category, name, name_ar }
}
