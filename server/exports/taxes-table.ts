/** Taxes of invoices and credit notes, summed by month, country, tax and second currency. */
import { sql } from 'kysely'
import type { Locale } from '#contract/locale.ts'
import { currencyMark, fromCents } from '#contract/money.ts'
import type { ServerMessageId } from '#contract/words/message-ids.ts'
import { inSecondCurrency } from '../invoices/second-currency.ts'
import { csvHead, csvLine } from '../platform/csv.ts'
import type { Handle } from '../platform/db/database.ts'
import { readShopZone, SHOP_ZONE } from '../platform/db/shop-zone.ts'
import type { StoredSecondCurrency } from '../platform/db/tables.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import { countryCell, type Period, type RowsById, readAll } from './exported-table.ts'

interface Row {
  id: number
  /** The year and month in the shop's time zone, such as `2026-11`. */
  month: string
  country: string | null
  tax: { name: string; name_ar: string; basis_points: number } | null
  is_credit: boolean
  total_cents: number
  tax_cents: number
  second: StoredSecondCurrency | null
}

interface Sums extends Pick<Row, 'month' | 'country' | 'tax' | 'second'> {
  invoices: number
  credits: number
  total: number
  taxed: number
}

const HEADS: readonly ServerMessageId[] = [
  'export.month',
  'export.country',
  'export.tax',
  'export.percent',
  'export.invoices',
  'export.creditNotes',
  'export.net',
  'export.taxAmount',
  'export.gross',
  'export.secondCurrency',
  'export.secondTax',
  'export.secondTotal',
]

/** Invoices and credit notes, except those of the demo and of test orders. */
const INVOICES: RowsById<Row> = {
  id: sql`id`,
  at: sql`issued_at`,
  read: (next, limit) => sql<Row>`
    select id, to_char(issued_at at time zone ${SHOP_ZONE}, 'YYYY-MM') as month,
      tax_country as country, body -> 'tax' as tax, refund_id is not null as is_credit, total_cents, tax_cents,
      body -> 'second_currency' as second
    from invoice where series in ('invoice', 'credit') and ${next} order by id limit ${limit}`,
}

/** Sums the invoices in this process, because a single statement over all of them would take too long. */
export async function* writeTaxes(
  db: Handle,
  period: Period,
  locale: Locale,
): AsyncGenerator<string> {
  const values = { zone: await readShopZone(db), currency: currencyMark() }
  yield csvHead(HEADS.map((id) => translate(locale, { id, values })))
  const sums = new Map<string, Sums>()
  for await (const rows of readAll(db, INVOICES, period)) for (const row of rows) addTo(sums, row)
  for (const [, sum] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1))) {
    yield csvLine(cellsOf(sum, locale))
  }
}

function addTo(sums: Map<string, Sums>, { month, country, tax, second, ...row }: Row): void {
  const key = JSON.stringify([month, country, tax?.name, tax?.basis_points, second?.currency])
  const known = sums.get(key)
  const sum = known ?? {
    month,
    country,
    tax,
    invoices: 0,
    credits: 0,
    total: 0,
    taxed: 0,
    second: second && { ...second, tax_cents: 0, total_cents: 0 },
  }
  const sign = row.is_credit ? -1 : 1
  sum[row.is_credit ? 'credits' : 'invoices']++
  sum.total += sign * row.total_cents
  sum.taxed += sign * row.tax_cents
  if (sum.second && second) {
    sum.second.tax_cents += sign * second.tax_cents
    sum.second.total_cents += sign * second.total_cents
  }
  sums.set(key, sum)
}

function cellsOf(sums: Sums, locale: Locale): Array<string | number> {
  const { month, country, tax, ...sum } = sums
  const second = inSecondCurrency(sum.second)
  return [
    month,
    countryCell(locale, country) ?? '',
    (tax && nameIn(locale, tax)) ?? '',
    (tax?.basis_points ?? 0) / 100,
    sum.invoices,
    sum.credits,
    ...[sum.total - sum.taxed, sum.taxed, sum.total].map(fromCents),
    ...(second ? [second.currency, second.tax, second.total] : ['', '', '']),
  ]
}
