/** Brands and subcategories, edited by staff. */
import { type Static, Type } from 'typebox'
import { CategoryName } from '../catalog.ts'
import { BRANDS_MAX, GROUP_NAME_MAX, SUB_CATEGORIES_MAX } from '../limits.ts'
import { Id, Nullable } from '../schema.ts'
import { Logo, namesOf, versioned } from './shared.ts'
import { sortedListCalls } from './sorted-list.ts'

const shown = {
  position: Type.Integer({ minimum: 0 }),
  ...versioned,
  products: Type.Integer({
    minimum: 0,
    description: 'number of its products, including deleted ones',
  }),
}

export const BrandForm = Type.Object({
  ...namesOf(GROUP_NAME_MAX),
  logo: Nullable(Logo),
})
export type BrandForm = Static<typeof BrandForm>

export const AdminBrand = Type.Object(
  { id: Id, ...BrandForm.properties, ...shown },
  { title: 'AdminBrand' },
)
export type AdminBrand = Static<typeof AdminBrand>

export const BRAND_CALLS = sortedListCalls('brand', AdminBrand, BrandForm, 'brands', {
  max: BRANDS_MAX,
})

export const SubCategoryForm = Type.Object({
  category: CategoryName,
  ...namesOf(GROUP_NAME_MAX),
})
export type SubCategoryForm = Static<typeof SubCategoryForm>

export const AdminSubCategory = Type.Object(
  { id: Id, ...SubCategoryForm.properties, ...shown },
  { title: 'AdminSubCategory' },
)
export type AdminSubCategory = Static<typeof AdminSubCategory>

export const SUB_CATEGORY_CALLS = sortedListCalls(
  'sub-category',
  AdminSubCategory,
  SubCategoryForm,
  'subCategories',
  { plural: 'sub-categories', max: SUB_CATEGORIES_MAX },
)
