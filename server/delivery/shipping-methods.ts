import type { ShippingMethod, ShippingMethodForm, Unversioned } from '#contract/admin.ts'
import { SHIPPING_METHODS_MAX } from '#contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { inBothLanguages } from '../platform/words/both-languages.ts'
import {
  createSortedRows,
  hideRow,
  insertRow,
  nextPosition,
  updateRow,
} from '../sorted-lists/sorted-rows.ts'
import { readMethod } from './method-form.ts'
import { findMethods, IS_LISTED } from './shipping-methods.store.ts'

const TABLE = 'shipping_method'

/**
 * The list includes inactive methods. An order uses the first method that delivers to its address, unless the customer
 * chooses another.
 */
export function createShippingMethods(db: Database, announce: () => Promise<void>) {
  return createSortedRows<Unversioned<ShippingMethod>, ShippingMethodForm>(db, {
    table: TABLE,
    max: SHIPPING_METHODS_MAX,
    fieldsOf: ({ position: _, ...method }) => method,
    read: (form) => inBothLanguages(form, 'name'),
    findAll: findMethods,
    insert: (tx, form) =>
      insertRow(tx, TABLE, { ...readMethod(form), position: nextPosition(TABLE, IS_LISTED) }),

    async update(tx, { id }, form, methods) {
      const values = readMethod(form)
      if (!form.is_active) keepOneActive(methods, id)
      await updateRow(tx, TABLE, id, values)
      return []
    },

    beforeRemove: (_tx, { id }, methods) => keepOneActive(methods, id),
    takeOff: (tx, id) => hideRow(tx, TABLE, id),
    announce,
  })
}

/** Without an active shipping method, nothing could be ordered. */
function keepOneActive(methods: readonly Unversioned<ShippingMethod>[], id: number): void {
  if (!methods.some((method) => method.is_active && method.id !== id)) {
    throw new ShopError('conflict', 'error.lastShippingMethod')
  }
}
