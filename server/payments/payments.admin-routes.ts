import { refundAdminOrder } from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import type { Refunds } from './refund-order.ts'

export function paymentsAdminRoutes(api: Api, refunds: Refunds): void {
  api.route(refundAdminOrder, async ({ caller, params, body }) => ({
    data: await refunds.refund(caller, toId(params.id), body.goodsBack),
  }))
}
