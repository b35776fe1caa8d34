/** Shipping methods (delivery ways), edited by staff. */
import type { DeliveryWay, DeliveryWayForm } from '#contract/admin.ts'
import { DELIVERY_WAYS_MAX } from '#contract/limits.ts'
import { createSortedRows, trimNames } from '../audit/sorted-rows.ts'
import type { Database } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import * as store from './delivery-ways.store.ts'
import { readWay } from './way-form.ts'

export type DeliveryWays = ReturnType<typeof createDeliveryWays>

/**
 * The list includes methods that are switched off. An order gets the first method that reaches its
 * address unless another is chosen.
 */
export function createDeliveryWays(db: Database) {
  return createSortedRows<DeliveryWay, DeliveryWayForm>(db, {
    table: 'delivery_way',
    max: DELIVERY_WAYS_MAX,
    fieldsOf: (way) => ({ ...way }),
    read: trimNames,
    findAll: store.findWays,
    insert: (tx, form) => store.insertWay(tx, readWay(form)),

    async update(tx, { id }, form, ways) {
      const values = readWay(form)
      if (!form.is_active) keepOneActive(ways, id)
      await store.updateWay(tx, id, values)
      return []
    },

    beforeRemove: (_tx, { id }, ways) => keepOneActive(ways, id),
    // Purchases keep referring to it.
    takeOff: store.removeWay,
  })
}

/** Without an active shipping method, nothing could be ordered. */
function keepOneActive(ways: readonly DeliveryWay[], id: number): void {
  if (!ways.some((way) => way.is_active && way.id !== id)) {
    throw new ShopError('conflict', 'error.lastDeliveryWay')
  }
}
