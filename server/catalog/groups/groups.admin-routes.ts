import * as contract from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Groups } from './groups.ts'

export function groupsAdminRoutes(api: Api, { brands, subCategories }: Groups): void {
  api.route(contract.listBrands, async () => ({ brands: await brands.all() }))
  api.route(contract.createBrand, async ({ caller, body }) => ({
    data: await brands.create(caller, body),
  }))
  api.route(contract.editBrand, async ({ caller, params, body }) => ({
    data: await brands.edit(caller, toId(params.id), body),
  }))
  api.route(contract.orderBrands, async ({ caller, body }) => ({
    brands: await brands.order(caller, body.ids),
  }))
  api.route(contract.deleteBrand, async ({ caller, params }) => {
    await brands.remove(caller, toId(params.id))
    return { message: 'Brand deleted.' }
  })

  api.route(contract.listSubCategories, async () => ({ subCategories: await subCategories.all() }))
  api.route(contract.createSubCategory, async ({ caller, body }) => ({
    data: await subCategories.create(caller, body),
  }))
  api.route(contract.editSubCategory, async ({ caller, params, body }) => ({
    data: await subCategories.edit(caller, toId(params.id), body),
  }))
  api.route(contract.orderSubCategories, async ({ caller, body }) => ({
    subCategories: await subCategories.order(caller, body.ids),
  }))
  api.route(contract.deleteSubCategory, async ({ caller, params }) => {
    await subCategories.remove(caller, toId(params.id))
    return { message: 'Subcategory deleted.' }
  })
}
