import * as contract from '#contract/admin.ts'
import type { Api } from '../../platform/http/api.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import type { ManageProducts } from './manage-products.ts'

export function catalogAdminRoutes(api: Api, products: ManageProducts): void {
  api.route(contract.listAdminProducts, ({ query }) => products.list(query))

  api.data(contract.getAdminProduct, ({ params }) => products.find(params.id))

  api.data(contract.createProduct, ({ caller, body }) => products.create(caller, body))

  api.data(contract.editProduct, ({ caller, params, body }) =>
    products.edit(caller, params.id, body),
  )

  api.route(contract.changeProducts, ({ caller, body }) =>
    products.changeMany(caller, body.changes),
  )

  api.route(contract.deleteProduct, async ({ caller, params }) => {
    const removed = await products.remove(caller, params.id)
    return { message: 'Product deleted.', removed }
  })

  api.data(contract.restoreProduct, ({ caller, params }) => products.restore(caller, params.id))

  api.data(contract.changeStock, ({ caller, params, body }) =>
    products.changeStock(caller, params.id, body),
  )

  api.data(contract.addProductPicture, ({ caller, params, request }) =>
    products.addPicture(caller, params.id, () => readUpload(request, 'image')),
  )
}
