import type {
  AdminBrand,
  AdminSubCategory,
  BrandForm,
  SubCategoryForm,
  Unversioned,
} from '#contract/admin.ts'
import { BRANDS_MAX, SUB_CATEGORIES_MAX } from '#contract/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import { inBothLanguages } from '../../platform/words/both-languages.ts'
import { createSortedRows } from '../../sorted-lists/sorted-rows.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { announceProducts, assertUnused } from './group-changes.ts'
import * as store from './groups.store.ts'

export type Groups = ReturnType<typeof createGroups>

export function createGroups(db: Database, changes: CatalogChanges) {
  const announce = announceProducts(changes)
  return {
    brands: createSortedRows<Unversioned<AdminBrand>, BrandForm>(db, {
      table: 'brand',
      max: BRANDS_MAX,
      fieldsOf: ({ name, name_ar, logo }) => ({ name, name_ar, logo }),
      findAll: store.findBrands,
      read: (form) => inBothLanguages(form, 'name'),
      insert: store.insertBrand,
      announce,
      async update(tx, before, form) {
        const products = await store.updateBrand(tx, before.id, form)
        await store.renewSearch(tx, products)
        return products
      },
      beforeRemove: (_tx, brand) => assertUnused(brand),
    }),

    subCategories: createSortedRows<Unversioned<AdminSubCategory>, SubCategoryForm>(db, {
      table: 'sub_category',
      max: SUB_CATEGORIES_MAX,
      fieldsOf: ({ category, name, name_ar }) => ({ category, name, name_ar }),
      findAll: store.findSubCategories,
      read: (form) => inBothLanguages(form, 'name'),
      insert: store.insertSubCategory,
      announce,
      async update(tx, before, form) {
        if (form.category !== before.category && before.products > 0) {
          throw invalid({
            category: [{ id: 'error.categoryInUse', values: { count: before.products } }],
          })
        }
        const products = await store.updateSubCategory(tx, before.id, form)
        await store.renewSearch(tx, products)
        return products
      },
      beforeRemove: (_tx, sub) => assertUnused(sub),
    }),
  }
}
