import * as contract from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Attributes } from './attributes.ts'

export function attributesAdminRoutes(api: Api, attributes: Attributes): void {
  api.route(contract.listAttributes, async () => ({ attributes: await attributes.all() }))
  api.route(contract.createAttribute, async ({ caller, body }) => ({
    data: await attributes.create(caller, body),
  }))
  api.route(contract.editAttribute, async ({ caller, params, body }) => ({
    data: await attributes.edit(caller, toId(params.id), body),
  }))
  api.route(contract.orderAttributes, async ({ caller, body }) => ({
    attributes: await attributes.order(caller, body.ids),
  }))
  api.route(contract.deleteAttribute, async ({ caller, params }) => {
    await attributes.remove(caller, toId(params.id))
    return { message: 'Attribute deleted.' }
  })
}
