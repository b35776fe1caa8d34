import { sql } from 'kysely'
import type { OrderState, WayToPay } from '#contract/order-moves.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import {
  afterIn,
  countryCell,
  type ExportedRows,
  moneyCell,
  nameCell,
  timeCell,
  wordCell,
} from './exported-table.ts'
import { receivedFor } from './received.ts'

interface Row {
  id: number
  batch_id: number
  created_at: Date
  state: OrderState
  payment: WayToPay
  user_id: number
  username: string
  email: string
  product_id: number
  sku: string | null
  product_name: string
  product_name_ar: string
  quantity: number
  unit_price_cents: number
  discount_cents: number
  total_cents: number
  paid_cents: number
  paid_delivery_cents: number
  refunded_cents: number
  refunded_units: number
  confirmed_at: Date | null
  paid_at: Date | null
  sent_at: Date | null
  delivered_at: Date | null
  canceled_at: Date | null
  carrier: string | null
  tracking_number: string | null
  delivery_address: StoredAddress | null
}

/** One line for each product of a purchase. */
export const ORDERS: ExportedRows<Row> = {
  columns: [
    { head: 'export.order', cell: ({ id }) => id },
    { head: 'export.purchase', cell: ({ batch_id }) => batch_id },
    { head: 'export.placed', cell: ({ created_at }) => timeCell(created_at) },
    {
      head: 'export.state',
      cell: ({ state }, locale) => wordCell(locale, `export.state.${state}`),
    },
    {
      head: 'export.payment',
      cell: ({ payment }, locale) => wordCell(locale, `export.${payment}`),
    },
    { head: 'export.customerId', cell: ({ user_id }) => user_id },
    { head: 'export.customer', cell: ({ username }) => username },
    { head: 'export.email', cell: ({ email }) => email },
    { head: 'export.productId', cell: ({ product_id }) => product_id },
    { head: 'export.sku', cell: ({ sku }) => sku },
    {
      head: 'export.product',
      cell: (row, locale) =>
        nameCell(locale, { name: row.product_name, name_ar: row.product_name_ar }),
    },
    { head: 'export.units', cell: ({ quantity }) => quantity },
    { head: 'export.price', cell: ({ unit_price_cents }) => moneyCell(unit_price_cents) },
    { head: 'export.discount', cell: ({ discount_cents }) => moneyCell(discount_cents) },
    {
      head: 'export.total',
      cell: ({ total_cents, discount_cents }) => moneyCell(total_cents - discount_cents),
    },
    { head: 'export.paid', cell: ({ paid_cents }) => moneyCell(paid_cents) },
    { head: 'export.paidDelivery', cell: (row) => moneyCell(row.paid_delivery_cents) },
    { head: 'export.refunded', cell: ({ refunded_cents }) => moneyCell(refunded_cents) },
    { head: 'export.refundedUnits', cell: ({ refunded_units }) => refunded_units },
    { head: 'export.confirmedAt', cell: ({ confirmed_at }) => timeCell(confirmed_at) },
    { head: 'export.paidAt', cell: ({ paid_at }) => timeCell(paid_at) },
    { head: 'export.sentAt', cell: ({ sent_at }) => timeCell(sent_at) },
    { head: 'export.deliveredAt', cell: ({ delivered_at }) => timeCell(delivered_at) },
    { head: 'export.canceledAt', cell: ({ canceled_at }) => timeCell(canceled_at) },
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

  async readNext(db, period, afterId, limit) {
    const next = afterIn(period, { id: sql`o.id`, at: sql`o.created_at`, afterId })
    const { rows } = await sql<Row>`
      select o.id, o.batch_id, o.created_at, o.state, o.payment, o.user_id, u.username, u.email,
        o.product_id, p.sku, o.product_name, o.product_name_ar, o.quantity, o.unit_price_cents,
        o.discount_cents, o.total_cents, money.paid_cents, money.paid_delivery_cents,
        money.refunded_cents, o.refunded_units, o.confirmed_at, o.paid_at, o.sent_at,
        o.delivered_at, o.canceled_at, o.carrier, o.tracking_number, o.delivery_address
      from orders o join app_user u on u.id = o.user_id join product p on p.id = o.product_id
      cross join lateral (${receivedFor(sql`o.id`)}) money
      where ${next} order by o.id limit ${limit}`.execute(db)
    return rows
  },
}
