import * as contract from '#contract/orders.ts'
import { toId } from '#contract/schema.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Api } from '../platform/http/api.ts'
import type { Orders } from './orders.ts'

/** Cancelling is in server/payments/payments.routes.ts, since a payment may be under way. */
export function ordersRoutes(api: Api, orders: Orders): void {
  api.route(contract.placeOrder, async ({ caller, body, request, address }) => {
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : null
    const addressId = body.addressId ? toId(body.addressId) : null
    const data = await orders.place(caller, body.orders, key, addressKey(address), addressId)
    return { status: 201 as const, message: 'Order submitted successfully', data }
  })

  api.route(contract.listOrders, ({ caller, query }) => orders.list(caller, query))

  api.route(contract.getOrder, async ({ caller, params }) => ({
    data: await orders.find(caller, toId(params.id)),
  }))

  api.route(contract.setOrderAddress, async ({ caller, params, body }) => ({
    data: await orders.setAddress(caller, toId(params.id), toId(body.addressId)),
  }))

  api.route(contract.deliverOrder, async ({ caller, params }) => ({
    data: await orders.deliver(caller, toId(params.id)),
  }))
}
