import * as contract from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import type { DeliveryWays } from './delivery-ways.ts'

export function deliveryAdminRoutes(api: Api, ways: DeliveryWays): void {
  api.route(contract.listDeliveryWays, async () => ({ ways: await ways.all() }))

  api.route(contract.createDeliveryWay, async ({ caller, body }) => ({
    data: await ways.create(caller, body),
  }))

  api.route(contract.editDeliveryWay, async ({ caller, params, body }) => ({
    data: await ways.edit(caller, toId(params.id), body),
  }))

  api.route(contract.orderDeliveryWays, async ({ caller, body }) => ({
    ways: await ways.order(caller, body.ids),
  }))

  api.route(contract.deleteDeliveryWay, async ({ caller, params }) => {
    await ways.remove(caller, toId(params.id))
    return { message: 'Shipping method deleted.' }
  })
}
