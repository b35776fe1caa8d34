import { type RawBuilder, sql } from 'kysely'

type Series = 'invoice' | 'credit' | 'demo' | 'test'

export interface StoredNumber {
  series: Series
  year: number
  number: number
}

const PREFIX: Record<Series, string> = { invoice: '', credit: 'CN-', demo: 'DEMO-', test: 'TEST-' }

/** Formats an invoice number for customers and tax offices, such as `2026-000123`. */
export function numberOf({ series, year, number }: StoredNumber): string {
  return `${PREFIX[series]}${year}-${String(number).padStart(6, '0')}`
}

/**
 * SQL expression: the id and number of the first invoice for an order, as JSON; null if there is none, such as before
 * payment. An order accidentally paid twice has two invoices.
 */
export function invoiceOf(
  orderId: RawBuilder<unknown>,
): RawBuilder<(StoredNumber & { id: number }) | null> {
  return sql`(
    select jsonb_build_object('id', invoice.id, 'series', series, 'year', year, 'number', number)
    from invoice join payment on payment.charge_id = invoice.charge_id
    where payment.order_id = ${orderId} order by invoice.id limit 1
  )`
}

/** Parses an invoice number, with or without leading zeros; null if the text is not exactly one invoice number. */
export function readInvoiceNumber(text: string): StoredNumber | null {
  const [, prefix = '', year, number] = /^([a-z]+-)?(\d{4})-(\d{1,9})$/i.exec(text.trim()) ?? []
  const series = (Object.keys(PREFIX) as Series[]).find(
    (one) => PREFIX[one] === prefix.toUpperCase(),
  )
  return series && year ? { series, year: Number(year), number: Number(number) } : null
}
