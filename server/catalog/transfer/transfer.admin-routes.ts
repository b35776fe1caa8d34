import { Readable } from 'node:stream'
import * as contract from '#contract/admin.ts'
import { IMPORT_ZIP_BYTES_MAX } from '#contract/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { localeOf } from '../../platform/http/request-language.ts'
import type { KeptPictures } from '../../platform/media/kept-pictures.ts'
import { exportCatalog, writeProducts } from './export-catalog.ts'
import type { ImportProducts } from './import-products.ts'
import { readMapping } from './read-mapping.ts'

interface TransferParts {
  db: Database
  imports: ImportProducts
  pictures: KeptPictures
}

export function transferAdminRoutes(api: Api, { db, imports, pictures }: TransferParts): void {
  api.route(contract.exportProducts, async ({ reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="products.csv"')
      .send(Readable.from(writeProducts(db.run))),
  )

  api.route(contract.exportCatalog, async ({ reply }) =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="catalog.zip"')
      .send(Readable.from(exportCatalog(db.run, pictures))),
  )

  api.route(contract.importProducts, async ({ caller, query, request }) => {
    const file = await readUpload(request, 'file', {
      bytesMax: IMPORT_ZIP_BYTES_MAX,
      asks: 'error.csvMissing',
    })
    const locale = localeOf(request.headers['accept-language'])
    return imports.take(caller, file, {
      mode: query.mode,
      skipBad: query.skipBad ?? false,
      ownIds: query.ownIds ?? false,
      mapping: query.mapping === undefined ? null : readMapping(query.mapping),
      locale,
    })
  })

  api.route(contract.latestImport, async () => ({ id: await imports.latest() }))

  api.data(contract.undoImport, ({ caller, params }) => imports.undo(caller, params.id))

  api.data(contract.getImport, ({ params }) => imports.job(params.id))
}
