import { payOrder } from '#contract/payments.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import type { Payments } from './payments.ts'

export function paymentsRoutes(api: Api, payments: Payments): void {
  api.route(payOrder, async ({ caller, params, body }) => {
    const { order, redirect } = await payments.pay(caller, toId(params.id), body?.testCard)
    return { data: order, ...(redirect && { redirect }) }
  })
}
