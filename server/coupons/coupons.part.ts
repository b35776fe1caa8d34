import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { couponsAdminRoutes } from './coupons.admin-routes.ts'
import { createCoupons } from './coupons.ts'

export function createCouponsPart({ db }: { db: Database }) {
  return {
    routes: (api: Api): void => couponsAdminRoutes(api, createCoupons(db)),
  }
}
