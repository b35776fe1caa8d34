import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { Coupons } from './coupons.ts'

export function couponsAdminRoutes(api: Api, coupons: Coupons): void {
  api.route(contract.listCoupons, async () => ({ coupons: await coupons.all() }))

  api.data(contract.createCoupon, ({ caller, body }) => coupons.create(caller, body))

  api.data(contract.editCoupon, ({ caller, params, body }) => coupons.edit(caller, params.id, body))

  api.route(contract.deleteCoupon, async ({ caller, params }) => {
    await coupons.remove(caller, params.id)
    return { message: 'Coupon deleted.' }
  })
}
