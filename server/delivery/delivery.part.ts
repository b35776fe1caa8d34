import { SHIPPING_METHOD_CALLS } from '#contract/admin.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { sortedRowsRoutes } from '../sorted-lists/sorted-rows.routes.ts'
import { findMethods } from './shipping-methods.store.ts'
import { createShippingMethods } from './shipping-methods.ts'

interface DeliveryPartNeeds {
  db: Database
  /** Invalidates cached responses that contain delivery fees; called after the commit. */
  announce(): Promise<void>
}

export function createDeliveryPart({ db, announce }: DeliveryPartNeeds) {
  const methods = createShippingMethods(db, announce)
  return {
    verbs: {
      methods: async () => (await findMethods(db.run)).filter(({ is_active }) => is_active),
    },

    routes(api: Api): void {
      sortedRowsRoutes(api, 'Shipping method', SHIPPING_METHOD_CALLS, methods)
    },
  }
}
