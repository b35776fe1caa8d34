/** Exports for a spreadsheet or the accountant, as CSV in the language of the member of staff. */
import { type Static, Type } from 'typebox'
import { LOCALE_CODES } from '../locale.ts'
import { EXPORTED_TABLES } from './catalog-tables.ts'
import { Moment, staffEndpoint } from './shared.ts'

const ExportQuery = Type.Object({
  from: Moment,
  to: Moment,
  lang: Type.Optional(
    Type.Enum(LOCALE_CODES, {
      description: 'the language of headings and names; English if absent',
    }),
  ),
})
export type ExportQuery = Static<typeof ExportQuery>

export const exportTable = staffEndpoint('GET /api/admin/exports/{table}', {
  summary:
    "A table as CSV, oldest first: purchases, orders (a line for each product), customers, stock movements, or taxes by month and country. `from` and `to` limit the rows by the time when they were placed, happened or were issued; customers are always all exported. Times are in the shop's time zone, which their headings name",
  stepUp: true,
  params: Type.Object({ table: Type.Enum(EXPORTED_TABLES) }),
  query: ExportQuery,
  replies: { 200: Type.String({ contentMediaType: 'text/csv' }) },
})
