import * as contract from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import type { ManageOrders } from './manage-orders.ts'

/** Cancelling is in server/payments/payments.admin-routes.ts, since a payment may be under way. */
export function ordersAdminRoutes(api: Api, orders: ManageOrders): void {
  api.route(contract.listAdminOrders, ({ query }) => orders.list(query))

  api.route(contract.countAdminOrders, async () => ({ counts: await orders.counts() }))

  api.route(contract.getAdminOrder, ({ params }) => orders.find(toId(params.id)))

  api.route(contract.confirmAdminOrder, async ({ caller, params }) => ({
    data: await orders.move(caller, toId(params.id), 'confirm'),
  }))

  api.route(contract.deliverAdminOrder, async ({ caller, params }) => ({
    data: await orders.move(caller, toId(params.id), 'deliver'),
  }))
}
