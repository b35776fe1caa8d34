import * as contract from '#contract/admin.ts'
import type { Api, Caller } from '../../platform/http/api.ts'
import type { Families } from './families.ts'

export function familiesAdminRoutes(
  api: Api,
  families: Families,
  addProducts: (caller: Caller, id: number, added: contract.NewMembers) => Promise<void>,
): void {
  api.route(contract.listFamilies, ({ query }) => families.list(query))

  api.data(contract.getFamily, ({ params }) => families.find(params.id))

  api.data(contract.createFamily, ({ caller, body }) => families.create(caller, body))

  api.data(contract.editFamily, ({ caller, params, body }) =>
    families.edit(caller, params.id, body),
  )

  api.data(contract.addFamilyProducts, async ({ caller, params, body }) => {
    const { id } = params
    await addProducts(caller, id, body)
    return families.find(id)
  })

  api.route(contract.deleteFamily, async ({ caller, params }) => {
    await families.remove(caller, params.id)
    return { message: 'Variant group deleted.' }
  })
}
