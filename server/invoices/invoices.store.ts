import { type RawBuilder, sql } from 'kysely'
import type { AdminInvoice, InvoicesQuery } from '#contract/admin.ts'
import type { InvoiceHead } from '#contract/invoices.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { latinDigits } from '#contract/typed-text.ts'
import { matchingCustomers } from '../accounts/matching-customers.ts'
import { all } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredInvoice, StoredSecondCurrency } from '../platform/db/tables.ts'
import { cutPage, fromMicros, readCursor, toMicros, writeCursor } from '../platform/http/cursor.ts'
import { numberOf, readInvoiceNumber, type StoredNumber } from './invoice-number.ts'
import { inSecondCurrency } from './second-currency.ts'

interface HeadRow extends StoredNumber {
  id: number
  issued_at: Date
  total_cents: number
  refund_id: number | null
}

const HEAD = sql`invoice.id, invoice.series, invoice.year, invoice.number, invoice.issued_at,
  invoice.total_cents, invoice.refund_id`

export function toHead(row: HeadRow): InvoiceHead {
  return {
    id: row.id,
    number: numberOf(row),
    kind: row.refund_id === null ? 'invoice' : 'credit_note',
    at: row.issued_at.toISOString(),
    total: fromCents(row.total_cents),
  }
}

/** The invoices and credit notes of a purchase, oldest first. */
export async function findOfPurchase(db: Handle, purchaseId: number): Promise<InvoiceHead[]> {
  const { rows } = await sql<HeadRow>`
    select ${HEAD} from invoice where purchase_id = ${purchaseId} order by id`.execute(db)
  return rows.map(toHead)
}

export interface InvoiceRow extends HeadRow {
  purchase_id: number
  body: StoredInvoice
  tax_cents: number
  /** The number of the invoice that the credit note corrects; null for an invoice. */
  corrects: StoredNumber | null
  reason: string | null
}

const ROWS = sql`
  select ${HEAD}, invoice.purchase_id, invoice.body, invoice.tax_cents,
    case when corrected.id is not null then jsonb_build_object('series', corrected.series,
      'year', corrected.year, 'number', corrected.number) end as corrects,
    refund.reason
  from invoice left join refund on refund.id = invoice.refund_id left join invoice corrected on corrected.id = invoice.corrects_id`

export async function findInvoice(db: Handle, id: number, userId: number | null) {
  const { rows } = await sql<InvoiceRow>`
    ${ROWS} where invoice.id = ${id}
      and ${userId === null ? sql`true` : sql`invoice.user_id = ${userId}`}`.execute(db)
  return rows[0] ?? null
}

/** The customer's next invoices and credit notes after `afterId`, oldest first. */
export async function findInvoicesOf(db: Handle, userId: number, afterId: number, limit: number) {
  const { rows } = await sql<InvoiceRow>`
    ${ROWS} where invoice.user_id = ${userId} and invoice.id > ${afterId}
    order by invoice.id limit ${limit}`.execute(db)
  return rows
}

interface AdminRow extends HeadRow {
  tax_cents: number
  second: StoredSecondCurrency | null
  purchase_id: number
  order_id: number
  user_id: number
  username: string
}

const ADMIN = sql`${HEAD}, invoice.tax_cents, invoice.purchase_id, invoice.user_id,
  invoice.body -> 'second_currency' as second,
  coalesce((select order_id from refund where refund.id = invoice.refund_id),
    (invoice.body #>> '{lines,0,order_id}')::bigint) as order_id, username`

function toAdminInvoice(row: AdminRow): AdminInvoice {
  return {
    ...toHead(row),
    tax: fromCents(row.tax_cents),
    second_currency: inSecondCurrency(row.second),
    purchaseId: row.purchase_id,
    order: row.order_id,
    customer: { id: row.user_id, username: row.username },
  }
}

function within({ from, to }: Pick<InvoicesQuery, 'from' | 'to'>) {
  return [
    ...(from === undefined ? [] : [sql`issued_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`issued_at < ${to}::timestamptz`]),
  ]
}

function ofOrder(order: number): RawBuilder<unknown> {
  return sql`invoice.purchase_id = (select batch_id from orders where id = ${order}::bigint)`
}

/**
 * SQL condition: the text is or ends with the number of the invoice ("Invoice 2026-000123") or of an order of the same
 * purchase ("#12"), or matches the invoice's customer.
 */
function matches(search: string): RawBuilder<unknown> {
  const last = latinDigits(search).match(/[^\s#]*$/)?.[0] ?? ''
  const invoice = readInvoiceNumber(last)
  if (invoice) {
    const { series, year, number } = invoice
    return sql`(series = ${series} and year = ${year} and number = ${number})`
  }
  const ofCustomer = sql`invoice.user_id in (${matchingCustomers(search)})`
  return /^\d{1,15}$/.test(last) ? sql`(${ofOrder(Number(last))} or ${ofCustomer})` : ofCustomer
}

const LIST = 'invoices'

/** Newest first. @throws ShopError `invalid` for a cursor from a different list. */
export async function findInvoices(
  db: Handle,
  query: InvoicesQuery,
): Promise<{ invoices: AdminInvoice[]; nextCursor: string | null }> {
  const { limit = PAGE_SIZE, cursor } = query
  const after = readCursor(cursor, LIST, ['number', 'number'])
  const conditions = [
    ...within(query),
    ...(query.order === undefined ? [] : [ofOrder(query.order)]),
    // A literal condition instead of a parameter, so that the partial index on credit notes can be used.
    ...(query.kind === undefined
      ? []
      : [sql`corrects_id is ${query.kind === 'invoice' ? sql`null` : sql`not null`}`]),
    ...(query.search?.trim() ? [matches(query.search.trim())] : []),
    ...(after
      ? [sql`(issued_at, invoice.id) < (${fromMicros(after[0])}, ${after[1]}::bigint)`]
      : []),
  ]
  const { rows } = await sql<AdminRow & { key: number }>`
    select ${ADMIN}, ${toMicros(sql`issued_at`)} as key
    from invoice join app_user on app_user.id = invoice.user_id
    where ${all(conditions)} order by issued_at desc, invoice.id desc limit ${limit + 1}`.execute(
    db,
  )
  const { page, nextCursor } = cutPage(rows, limit, ({ key, id }) => writeCursor(LIST, [key, id]))
  return { invoices: page.map(toAdminInvoice), nextCursor }
}

/** The next invoices and credit notes after `afterId`, in id order, except those of the demo and of test orders. */
export async function findForExport(
  db: Handle,
  period: Pick<InvoicesQuery, 'from' | 'to'>,
  afterId: number,
  limit: number,
): Promise<AdminInvoice[]> {
  const { rows } = await sql<AdminRow>`
    select ${ADMIN} from invoice join app_user on app_user.id = invoice.user_id
    where series in ('invoice', 'credit')
      and ${all([sql`invoice.id > ${afterId}::bigint`, ...within(period)])}
    order by invoice.id limit ${limit}`.execute(db)
  return rows.map(toAdminInvoice)
}
