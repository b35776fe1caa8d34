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

  api.data(contract.confirmAdminOrder, ({ caller, params }) =>
    orders.move(caller, params.id, 'confirm'),
  )

  api.data(contract.deliverAdminOrder, ({ caller, params }) =>
    orders.move(caller, params.id, 'deliver'),
  )

  api.data(contract.undoDelivery, ({ caller, params }) =>
    orders.move(caller, params.id, 'undeliver'),
  )

  api.data(contract.correctOrderAddress, ({ caller, params, body }) =>
    orders.correctAddress(caller, params.id, body),
  )

  api.data(contract.sendParcel, ({ caller, body }) => parcels.send(caller, body.orders, body))

  api.route(contract.listPackingSlips, ({ query }) =>
    parcels.slips(query.state, query.order ?? null),
  )

  api.data(contract.getParcel, ({ params }) => parcels.find(params.id))

  api.data(contract.replaceParcel, ({ caller, params, body }) =>
    parcels.correct(caller, params.id, body),
  )

  api.data(contract.getCashSettings, () => cash.find())

  api.data(contract.replaceCashSettings, ({ caller, body }) => cash.replace(caller, body))
}
