/** Order search for staff: by order number, purchase, parcel, invoice, tracking number, or phone number. */
import { type RawBuilder, sql } from 'kysely'
import { latinDigits, withoutUnseen } from '#contract/typed-text.ts'
import { customersWithPhone, phoneDigits } from '../accounts/matching-customers.ts'
import { readInvoiceNumber, type StoredNumber } from '../invoices/invoice-number.ts'

const PARCEL = 'parcel|shipment|شحنة|الشحنة|طرد|الطرد'
const PURCHASE = 'purchase|عملية|شراء|الشراء'

/** What people type before a number: "Order no. 12", "#12", "رقم الطلب 12". */
const BEFORE_NUMBER = new RegExp(
  `^(?:[\\s.,:#،]+|(?:order|invoice|tracking|number|no|nr|${PARCEL}|${PURCHASE}|رقم|طلب|الطلب|فاتورة|الفاتورة|تتبع|التتبع)(?!\\p{L}))+`,
  'u',
)

/** Queries for the ids (`id`) of the orders identified by the text, if any. */
export function namedOrders(search: string): RawBuilder<unknown>[] {
  const text = withoutUnseen(latinDigits(search.normalize('NFKC')))
    .trim()
    .toLowerCase()
  const named = text.replace(BEFORE_NUMBER, '')
  const tracking = named.replace(/[^a-z0-9]/g, '')
  if (!/\d/.test(tracking)) return []
  const invoice = readInvoiceNumber(named)
  const phone = phoneDigits(named)
  return [
    sql`select id from orders where tracking_key(tracking_number) = ${tracking}`,
    ...(/^\d{1,15}$/.test(named)
      ? [sql`select id from orders where ${sql.ref(columnOf(text))} = ${Number(named)}::bigint`]
      : []),
    ...(invoice ? [ordersOfInvoice(invoice)] : []),
    ...(phone ? [sql`select id from orders where user_id in (${customersWithPhone(phone)})`] : []),
  ]
}

/** What a number means after this text: a number alone is that of an order. */
function columnOf(text: string): string {
  if (new RegExp(`^(?:${PARCEL})`).test(text)) return 'parcel_id'
  return new RegExp(`^(?:${PURCHASE})`).test(text) ? 'batch_id' : 'id'
}

/** A query for the orders in an invoice's lines or, for a credit note for a fee alone, the refunded order. */
function ordersOfInvoice({ series, year, number }: StoredNumber): RawBuilder<unknown> {
  const isIt = sql`series = ${series} and year = ${year} and number = ${number}`
  return sql`
    select (line ->> 'order_id')::bigint as id
    from invoice, jsonb_array_elements(body -> 'lines') line where ${isIt}
    union select order_id from invoice join refund on refund.id = invoice.refund_id where ${isIt}`
}
