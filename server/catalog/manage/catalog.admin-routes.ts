import * as contract from '#contract/admin.ts'
import type { Api } from '../../platform/http/api.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import type { ManageProducts } from './manage-products.ts'

export function catalogAdminRoutes(api: Api, products: ManageProducts): void {
  api.route(contract.listAdminProducts, ({ query }) => products.list(query))

  api.route(contract.getAdminProduct, async ({ params }) => ({
    data: await products.find(params.id),
  }))

  api.route(contract.createProduct, async ({ caller, body }) => ({
    data: await products.create(caller, body),
  }))

  api.route(contract.editProduct, async ({ caller, params, body }) => ({
    data: await products.edit(caller, params.id, body),
  }))

  api.route(contract.changeProducts, ({ caller, body }) =>
    products.changeMany(caller, body.changes),
  )

  api.route(contract.deleteProduct, async ({ caller, params }) => {
    const removed = await products.remove(caller, params.id)
    return { message: 'Product deleted.', removed }
  })

  api.route(contract.restoreProduct, async ({ caller, params }) => ({
    data: await products.restore(caller, params.id),
  }))

  api.route(contract.changeStock, async ({ caller, params, body }) => ({
    data: await products.changeStock(caller, params.id, body),
  }))

  api.route(contract.addProductPicture, async ({ caller, params, request }) => ({
    data: await products.addPicture(caller, params.id, () => readUpload(request, 'image')),
  }))
}
