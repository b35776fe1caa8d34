import { Readable } from 'node:stream'
import { exportTable } from '#contract/admin.ts'
import type { Database } from '../platform/db/database.ts'
import type { Api } from '../platform/http/api.ts'
import { writeTable } from './exports.ts'

export function exportsRoutes(api: Api, db: Database): void {
  api.route(exportTable, async ({ params, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.table}.csv"`)
      .send(Readable.from(writeTable(db.run, params.table, query))),
  )
}
