/** Brands and sub-categories, as staff keep them. */
import type { AdminBrand, AdminSubCategory, BrandForm, SubCategoryForm } from '#contract/admin.ts'
import { BRANDS_MAX, SUB_CATEGORIES_MAX } from '#contract/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import * as store from './groups.store.ts'
import { deleteRow, renewSearch } from './sorted-table.store.ts'
import { assertUnused, createSortedRows } from './sorted-table.ts'

export type Groups = ReturnType<typeof createGroups>

export function createGroups(db: Database, changes: CatalogChanges) {
  return {
    brands: createSortedRows<AdminBrand, BrandForm>(db, changes, {
      table: 'brand',
      max: BRANDS_MAX,
      formOf: ({ name, name_ar, logo }) => ({ name, name_ar, logo }),
      findAll: store.findBrands,
      insert: (tx, form) => store.insertBrand(tx, trimmed(form)),
      async update(tx, before, form) {
        const products = await store.updateBrand(tx, before.id, trimmed(form))
        await renewSearch(tx, products)
        return products
      },
      async remove(tx, brand) {
        assertUnused(brand)
        await deleteRow(tx, 'brand', brand.id)
      },
    }),

    subCategories: createSortedRows<AdminSubCategory, SubCategoryForm>(db, changes, {
      table: 'sub_category',
      max: SUB_CATEGORIES_MAX,
      formOf: ({ category, name, name_ar }) => ({ category, name, name_ar }),
      findAll: store.findSubCategories,
      insert: (tx, form) => store.insertSubCategory(tx, trimmed(form)),
      async update(tx, before, form) {
        if (form.category !== before.category && before.products > 0) {
          throw invalid({
            category: [{ id: 'refusal.categoryInUse', values: { count: before.products } }],
          })
        }
        return store.updateSubCategory(tx, before.id, trimmed(form))
      },
      async remove(tx, sub) {
        assertUnused(sub)
        await deleteRow(tx, 'sub_category', sub.id)
      },
    }),
  }
}

const trimmed = <Form extends { name: string; name_ar: string }>(form: Form): Form => ({
  ...form,
  name: form.name.trim(),
  name_ar: form.name_ar.trim(),
})
