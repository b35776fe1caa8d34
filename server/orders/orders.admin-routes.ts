import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { CashBook } from './cash-settings.ts'
import type { ManageOrders } from './manage-orders.ts'
import type { Parcels } from './parcels.ts'

/** Canceling is in server/payments/payments.admin-routes.ts, since a payment may be in progress. */
export function ordersAdminRoutes(
  api: Api,
  { orders, parcels, cash }: { orders: ManageOrders; parcels: Parcels; cash: CashBook },
): void {
  api.route(contract.listAdminOrders, ({ query }) => orders.list(query))

  api.route(contract.countAdminOrders, async () => ({ counts: await orders.counts() }))

  api.route(contract.getAdminOrder, ({ params }) => orders.find(params.id))

  api.route(contract.confirmAdminOrder, async ({ caller, params }) => ({
    data: await orders.move(caller, params.id, 'confirm'),
  }))

  api.route(contract.deliverAdminOrder, async ({ caller, params }) => ({
    data: await orders.move(caller, params.id, 'deliver'),
  }))

  api.route(contract.undoDelivery, async ({ caller, params }) => ({
    data: await orders.move(caller, params.id, 'undeliver'),
  }))

  api.route(contract.sendParcel, async ({ caller, body }) => ({
    data: await parcels.send(caller, body.orders, body),
  }))

  api.route(contract.listPackingSlips, ({ query }) => parcels.slips(query.state))

  api.route(contract.getParcel, async ({ params }) => ({
    data: await parcels.find(params.id),
  }))

  api.route(contract.replaceParcel, async ({ caller, params, body }) => ({
    data: await parcels.correct(caller, params.id, body),
  }))

  api.route(contract.getCashSettings, async () => ({ data: await cash.find() }))

  api.route(contract.replaceCashSettings, async ({ caller, body }) => ({
    data: await cash.replace(caller, body),
  }))
}
