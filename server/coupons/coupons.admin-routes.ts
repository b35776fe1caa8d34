import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { Coupons } from './coupons.ts'

export function couponsAdminRoutes(api: Api, coupons: Coupons): void {
  api.route(contract.listCoupons, async () => ({ coupons: await coupons.all() }))

  api.route(contract.createCoupon, async ({ caller, body }) => ({
    data: await coupons.create(caller, body),
  }))

  api.route(contract.editCoupon, async ({ caller, params, body }) => ({
    data: await coupons.edit(caller, params.id, body),
  }))

  api.route(contract.deleteCoupon, async ({ caller, params }) => {
    await coupons.remove(caller, params.id)
    return { message: 'Coupon deleted.' }
  })
}
