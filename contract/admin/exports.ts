/** Exports as CSV, for a spreadsheet or an accountant. */
import { type Static, Type } from 'typebox'
import { LOCALE_CODES } from '../locale.ts'
import { EXPORTED_TABLES } from './catalog-tables.ts'
import { Moment, staffEndpoint } from './shared.ts'

const ExportQuery = Type.Object({
  from: Moment,
  to: Moment,
  lang: Type.Optional(
    Type.Enum(LOCALE_CODES, {
      description: 'the language of column headings and names; English if absent',
    }),
  ),
})
export type ExportQuery = Static<typeof ExportQuery>

export const exportTable = staffEndpoint('GET /api/admin/exports/{table}', {
  summary:
    "A table as CSV, oldest first: purchases, orders (one line per product), customers, stock movements, or taxes by month and country. `from` and `to` filter by when a purchase or order was placed, a stock movement happened or an invoice was issued; they do not apply to customers. Times are in the shop's time zone, which the column headings state",
  stepUp: true,
  params: Type.Object({ table: Type.Enum(EXPORTED_TABLES) }),
  query: ExportQuery,
  replies: { 200: Type.String({ contentMediaType: 'text/csv' }) },
})
