/** Streams tables as CSV, a batch at a time, so that memory does not grow with the shop. */
import type { ExportedTable } from '#contract/admin.ts'
import type { Locale } from '#contract/locale.ts'
import { csvHead, csvLine } from '../platform/csv.ts'
import type { Database, Handle } from '../platform/db/database.ts'
import { translate } from '../platform/words/translate.ts'
import { CUSTOMERS } from './customers-table.ts'
import type { ExportedRows, Period } from './exported-table.ts'
import { ORDERS } from './orders-table.ts'
import { PURCHASES } from './purchases-table.ts'
import { STOCK } from './stock-table.ts'
import { writeTaxes } from './taxes-table.ts'

const BATCH = 500

type Write = (db: Handle, period: Period, locale: Locale) => AsyncGenerator<string>

const TABLES: Record<ExportedTable, Write> = {
  purchases: writing(PURCHASES),
  orders: writing(ORDERS),
  customers: writing(CUSTOMERS),
  stock: writing(STOCK),
  taxes: writeTaxes,
}

export type Exports = ReturnType<typeof createExports>

export function createExports(db: Database) {
  /** The lines of a table; rows that are added meanwhile may be among them. */
  return (table: ExportedTable, period: Period, locale: Locale): AsyncGenerator<string> =>
    TABLES[table](db.run, period, locale)
}

function writing<Row extends { id: number }>({ columns, readNext }: ExportedRows<Row>): Write {
  return async function* write(db, period, locale) {
    yield csvHead(columns.map(({ head }) => translate(locale, head)))
    for (let afterId = 0; ; ) {
      const rows = await readNext(db, period, afterId, BATCH)
      const last = rows.at(-1)
      if (!last) return
      afterId = last.id
      yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row, locale) ?? ''))).join('')
    }
  }
}
