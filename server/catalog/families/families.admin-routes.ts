import * as contract from '#contract/admin.ts'
import type { Api, Caller } from '../../platform/http/api.ts'
import type { Families } from './families.ts'

export function familiesAdminRoutes(
  api: Api,
  families: Families,
  addProducts: (caller: Caller, id: number, added: contract.NewMembers) => Promise<void>,
): void {
  api.route(contract.listFamilies, ({ query }) => families.list(query))

  api.route(contract.getFamily, async ({ params }) => ({
    data: await families.find(params.id),
  }))

  api.route(contract.createFamily, async ({ caller, body }) => ({
    data: await families.create(caller, body),
  }))

  api.route(contract.editFamily, async ({ caller, params, body }) => ({
    data: await families.edit(caller, params.id, body),
  }))

  api.route(contract.addFamilyProducts, async ({ caller, params, body }) => {
    const { id } = params
    await addProducts(caller, id, body)
    return { data: await families.find(id) }
  })

  api.route(contract.deleteFamily, async ({ caller, params }) => {
    await families.remove(caller, params.id)
    return { message: 'Variant group deleted.' }
  })
}
