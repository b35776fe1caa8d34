import { Readable } from 'node:stream'
import { exportTable } from '#contract/admin.ts'
import { LOCALES } from '#contract/locale.ts'
import type { Api } from '../platform/http/api.ts'
import type { Exports } from './exports.ts'

export function exportsRoutes(api: Api, exports: Exports): void {
  api.route(exportTable, async ({ params, query, reply }) => {
    const { lang = LOCALES[0].code, ...period } = query
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.table}.csv"`)
      .send(Readable.from(exports(params.table, period, lang)))
  })
}
