/** Wires up the shipping methods; app.ts uses this part. */
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { deliveryAdminRoutes } from './delivery.admin-routes.ts'
import { createShippingMethods } from './shipping-methods.ts'

export function createDeliveryPart({ db }: { db: Database }) {
  return {
    routes: (api: Api): void => deliveryAdminRoutes(api, createShippingMethods(db)),
  }
}
