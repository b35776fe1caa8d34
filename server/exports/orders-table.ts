import { sql } from 'kysely'
import { fromCents } from '#contract/money.ts'
import type { OrderState, WayToPay } from '#contract/order-moves.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import { countryCell, type ExportedRows } from './exported-table.ts'
import { receivedFor } from './received.ts'

interface Row {
  id: number
  batch_id: number
  created_at: Date
  state: OrderState
  payment: WayToPay
  is_test: boolean
  user_id: number
  product_id: number
  product_name: string
  product_name_ar: string
  quantity: number
  unit_price_cents: number
  discount_cents: number
  total_cents: number
  refunded_units: number
  confirmed_at: Date | null
  paid_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  canceled_at: Date | null
  carrier: string | null
  tracking_number: string | null
  delivery_address: StoredAddress | null
  username: string
  email: string
  sku: string | null
  received_cents: number
  received_delivery_cents: number
  returned_cents: number
}

/** Whether an order that was paid has been refunded in full. */
const isRefunded = ({ state, paid_at }: Row) => state === 'canceled' && paid_at !== null

/** One line per product in a purchase. */
export const ORDERS: ExportedRows<Row> = {
  columns: [
    { head: 'export.order', cell: ({ id }) => id },
    { head: 'export.purchase', cell: ({ batch_id }) => batch_id },
    { head: 'export.placed', at: ({ created_at }) => created_at },
    {
      head: 'export.state',
      cell: (row, locale) =>
        translate(locale, `export.state.${isRefunded(row) ? 'refunded' : row.state}`),
    },
    {
      head: 'export.payment',
      cell: ({ is_test, payment }, locale) =>
        translate(locale, is_test ? 'export.test' : `export.${payment}`),
    },
    { head: 'export.customerId', cell: ({ user_id }) => user_id },
    { head: 'export.customer', cell: ({ username }) => username },
    { head: 'export.email', cell: ({ email }) => email },
    { head: 'export.productId', cell: ({ product_id }) => product_id },
    { head: 'export.sku', cell: ({ sku }) => sku },
    {
      head: 'export.product',
      cell: (row, locale) =>
        nameIn(locale, { name: row.product_name, name_ar: row.product_name_ar }),
    },
    { head: 'export.units', cell: ({ quantity }) => quantity },
    { head: 'export.price', cell: ({ unit_price_cents }) => fromCents(unit_price_cents) },
    { head: 'export.discount', cell: ({ discount_cents }) => fromCents(discount_cents) },
    {
      head: 'export.total',
      cell: ({ total_cents, discount_cents }) => fromCents(total_cents - discount_cents),
    },
    { head: 'export.paid', cell: (row) => fromCents(row.received_cents) },
    { head: 'export.paidDelivery', cell: (row) => fromCents(row.received_delivery_cents) },
    { head: 'export.refunded', cell: (row) => fromCents(row.returned_cents) },
    {
      head: 'export.refundedUnits',
      cell: (row) => (isRefunded(row) ? row.quantity : row.refunded_units),
    },
    { head: 'export.confirmedAt', at: ({ confirmed_at }) => confirmed_at },
    { head: 'export.paidAt', at: ({ paid_at }) => paid_at },
    { head: 'export.sentAt', at: ({ sent_at }) => sent_at },
    { head: 'export.deliveredAt', at: ({ delivered_at }) => delivered_at },
    { head: 'export.canceledAt', at: ({ canceled_at }) => canceled_at },
    { head: 'export.carrier', cell: ({ carrier }) => carrier },
    { head: 'export.trackingNumber', cell: ({ tracking_number }) => tracking_number },
    { head: 'export.recipient', cell: ({ delivery_address: to }) => to?.name },
    { head: 'export.phone', cell: ({ delivery_address: to }) => to?.phone },
    {
      head: 'export.country',
      cell: ({ delivery_address: to }, locale) => countryCell(locale, to?.country),
    },
    { head: 'export.region', cell: ({ delivery_address: to }) => to?.region },
    { head: 'export.city', cell: ({ delivery_address: to }) => to?.city },
    { head: 'export.address', cell: ({ delivery_address: to }) => to?.lines.join(', ') },
    { head: 'export.postcode', cell: ({ delivery_address: to }) => to?.postcode },
  ],

  id: sql`o.id`,
  at: sql`o.created_at`,
  read: (next, limit) => sql<Row>`
    select o.*, u.username, u.email, p.sku, money.*
    from orders o join app_user u on u.id = o.user_id join product p on p.id = o.product_id
    cross join lateral (${receivedFor(sql`o.id`, sql`o.is_test`)}) money
    where ${next} order by o.id limit ${limit}`,
}
