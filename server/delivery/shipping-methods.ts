/** Shipping methods, edited by staff. */
import type { ShippingMethod, ShippingMethodForm, Unversioned } from '#contract/admin.ts'
import { SHIPPING_METHODS_MAX } from '#contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { inBothLanguages } from '../platform/words/both-languages.ts'
import { createSortedRows } from '../sorted-lists/sorted-rows.ts'
import { readMethod } from './method-form.ts'
import * as store from './shipping-methods.store.ts'

/**
 * The list includes methods that are switched off. An order gets the first method that reaches its
 * address unless another is chosen.
 */
export function createShippingMethods(db: Database, announce: () => Promise<void>) {
  return createSortedRows<Unversioned<ShippingMethod>, ShippingMethodForm>(db, {
    table: 'shipping_method',
    max: SHIPPING_METHODS_MAX,
    fieldsOf: ({ position: _, ...method }) => method,
    read: (form) => inBothLanguages(form, 'name'),
    findAll: store.findMethods,
    insert: (tx, form) => store.insertMethod(tx, readMethod(form)),

    async update(tx, { id }, form, methods) {
      const values = readMethod(form)
      if (!form.is_active) keepOneActive(methods, id)
      await store.updateMethod(tx, id, values)
      return []
    },

    beforeRemove: (_tx, { id }, methods) => keepOneActive(methods, id),
    // Purchases keep referring to it.
    takeOff: store.removeMethod,
    announce,
  })
}

/** Without an active shipping method, nothing could be ordered. */
function keepOneActive(methods: readonly Unversioned<ShippingMethod>[], id: number): void {
  if (!methods.some((method) => method.is_active && method.id !== id)) {
    throw new ShopError('conflict', 'error.lastShippingMethod')
  }
}
