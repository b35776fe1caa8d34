import { Readable } from 'node:stream'
import * as contract from '#contract/admin.ts'
import { IMPORT_BYTES_MAX } from '#contract/limits.ts'
import { toId } from '#contract/schema.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { localeOf } from '../../platform/http/request-language.ts'
import type { ImportProducts } from './import-products.ts'
import type { ManageProducts } from './manage-products.ts'
import { writeProducts } from './product-csv.ts'

export function catalogAdminRoutes(
  api: Api,
  db: Database,
  products: ManageProducts,
  imports: ImportProducts,
): void {
  api.route(contract.listAdminProducts, ({ query }) => products.list(query))

  api.route(contract.exportProducts, async ({ reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="products.csv"')
      .send(Readable.from(writeProducts(db.run))),
  )

  api.route(contract.importProducts, async ({ caller, query, request }) => {
    const file = await readUpload(request, 'file', {
      bytesMax: IMPORT_BYTES_MAX,
      asks: 'refusal.csvMissing',
    })
    const locale = localeOf(request.headers['accept-language'])
    return imports.take(caller, file, {
      mode: query.mode,
      skipBad: query.skipBad ?? false,
      locale,
    })
  })

  api.route(contract.getImport, async ({ params }) => ({
    data: await imports.job(toId(params.id)),
  }))

  api.route(contract.getAdminProduct, async ({ params }) => ({
    data: await products.find(toId(params.id)),
  }))

  api.route(contract.createProduct, async ({ caller, body }) => ({
    data: await products.create(caller, body),
  }))

  api.route(contract.editProduct, async ({ caller, params, body }) => ({
    data: await products.edit(caller, toId(params.id), body),
  }))

  api.route(contract.deleteProduct, async ({ caller, params }) => {
    const removed = await products.remove(caller, toId(params.id))
    return { message: 'Product deleted.', removed }
  })

  api.route(contract.restoreProduct, async ({ caller, params }) => ({
    data: await products.restore(caller, toId(params.id)),
  }))

  api.route(contract.changeStock, async ({ caller, params, body }) => ({
    data: await products.changeStock(caller, toId(params.id), body),
  }))

  api.route(contract.addProductPicture, async ({ caller, params, request }) => ({
    data: await products.addPicture(caller, toId(params.id), () => readUpload(request, 'image')),
  }))
}
