import type { ExportedTable, ExportQuery } from '#contract/admin.ts'
import { LOCALES, type Locale } from '#contract/locale.ts'
import { currencyMark } from '#contract/money.ts'
import { csvHead, csvLine } from '../platform/csv.ts'
import type { Handle } from '../platform/db/database.ts'
import { readShopZone } from '../platform/db/shop-zone.ts'
import { translate } from '../platform/words/translate.ts'
import { CUSTOMERS } from './customers-table.ts'
import { type ExportedRows, type Period, readAll, timesIn } from './exported-table.ts'
import { ORDERS } from './orders-table.ts'
import { PURCHASES } from './purchases-table.ts'
import { STOCK } from './stock-table.ts'
import { writeTaxes } from './taxes-table.ts'

type Write = (db: Handle, period: Period, locale: Locale) => AsyncGenerator<string>

const TABLES: Record<ExportedTable, Write> = {
  purchases: writing(PURCHASES),
  orders: writing(ORDERS),
  customers: writing(CUSTOMERS),
  stock: writing(STOCK),
  taxes: writeTaxes,
}

/** @returns the CSV of a table in chunks of whole lines; rows added during the export may be included. */
export function writeTable(
  db: Handle,
  table: ExportedTable,
  { lang = LOCALES[0].code, ...period }: ExportQuery,
): AsyncGenerator<string> {
  return TABLES[table](db, period, lang)
}

function writing<Row extends { id: number }>(table: ExportedRows<Row>): Write {
  return async function* write(db, period, locale) {
    const zone = await readShopZone(db)
    const timeOf = timesIn(zone)
    const values = { zone, currency: currencyMark() }
    yield csvHead(table.columns.map(({ head: id }) => translate(locale, { id, values })))
    for await (const rows of readAll(db, table, period)) {
      const lines = rows.map((row) =>
        table.columns.map(
          (column) => ('at' in column ? timeOf(column.at(row)) : column.cell(row, locale)) ?? '',
        ),
      )
      yield lines.map(csvLine).join('')
    }
  }
}
