import * as contract from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import type { ShippingMethods } from './shipping-methods.ts'

export function deliveryAdminRoutes(api: Api, methods: ShippingMethods): void {
  api.route(contract.listShippingMethods, async () => ({ methods: await methods.all() }))

  api.route(contract.createShippingMethod, async ({ caller, body }) => ({
    data: await methods.create(caller, body),
  }))

  api.route(contract.editShippingMethod, async ({ caller, params, body }) => ({
    data: await methods.edit(caller, toId(params.id), body),
  }))

  api.route(contract.orderShippingMethods, async ({ caller, body }) => ({
    methods: await methods.order(caller, body.ids),
  }))

  api.route(contract.deleteShippingMethod, async ({ caller, params }) => {
    await methods.remove(caller, toId(params.id))
    return { message: 'Shipping method deleted.' }
  })
}
