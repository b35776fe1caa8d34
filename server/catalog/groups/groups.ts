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
import {
  createSortedRows,
  insertRow,
  nextPosition,
  updateRow,
} from '../../sorted-lists/sorted-rows.ts'
import type { CatalogChanges } from '../catalog-changes.ts'
import { idOfCategory } from '../listing/filters.ts'
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
      insert: (tx, form) => insertRow(tx, 'brand', { ...form, position: nextPosition('brand') }),
      announce,
      async update(tx, before, form) {
        await updateRow(tx, 'brand', before.id, form)
        return store.renewProductsOf(tx, 'brand_id', before.id)
      },
      beforeRemove: (_tx, brand) => assertUnused(brand),
    }),

    subCategories: createSortedRows<Unversioned<AdminSubCategory>, SubCategoryForm>(db, {
      table: 'sub_category',
      max: SUB_CATEGORIES_MAX,
      fieldsOf: ({ category, name, name_ar }) => ({ category, name, name_ar }),
      findAll: store.findSubCategories,
      read: (form) => inBothLanguages(form, 'name'),
      insert: (tx, form) =>
        insertRow(tx, 'sub_category', {
          ...columnsOf(form),
          position: nextPosition('sub_category'),
        }),
      announce,
      async update(tx, before, form) {
        if (form.category !== before.category && before.products > 0) {
          throw invalid({
            category: [{ id: 'error.categoryInUse', values: { count: before.products } }],
          })
        }
        await updateRow(tx, 'sub_category', before.id, columnsOf(form))
        return store.renewProductsOf(tx, 'sub_category_id', before.id)
      },
      beforeRemove: (_tx, sub) => assertUnused(sub),
    }),
  }
}

function columnsOf({ category, ...names }: SubCategoryForm) {
  return { ...names, category_id: idOfCategory(category) }
}
