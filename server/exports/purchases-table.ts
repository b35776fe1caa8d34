import { sql } from 'kysely'
import type { WayToPay } from '#contract/order-moves.ts'
import {
  afterIn,
  countryCell,
  type ExportedRows,
  moneyCell,
  nameCell,
  type Period,
  timeCell,
  wordCell,
} from './exported-table.ts'
import { receivedFor } from './received.ts'

interface Row {
  id: number
  placed_at: Date
  user_id: number
  username: string
  email: string
  orders: number
  units: number
  items_cents: number
  discount_cents: number
  delivery_cents: number
  delivery: { name: string; name_ar: string } | null
  coupon: string | null
  payment: WayToPay
  country: string | null
  paid_cents: number
  refunded_cents: number
}

/** One line for each purchase. */
export const PURCHASES: ExportedRows<Row> = {
  columns: [
    { head: 'export.purchase', cell: ({ id }) => id },
    { head: 'export.placed', cell: ({ placed_at }) => timeCell(placed_at) },
    { head: 'export.customerId', cell: ({ user_id }) => user_id },
    { head: 'export.customer', cell: ({ username }) => username },
    { head: 'export.email', cell: ({ email }) => email },
    { head: 'export.country', cell: ({ country }, locale) => countryCell(locale, country) },
    { head: 'export.orders', cell: ({ orders }) => orders },
    { head: 'export.units', cell: ({ units }) => units },
    { head: 'export.items', cell: ({ items_cents }) => moneyCell(items_cents) },
    { head: 'export.coupon', cell: ({ coupon }) => coupon },
    { head: 'export.discount', cell: ({ discount_cents }) => moneyCell(discount_cents) },
    {
      head: 'export.shippingMethod',
      cell: ({ delivery }, locale) => delivery && nameCell(locale, delivery),
    },
    { head: 'export.delivery', cell: ({ delivery_cents }) => moneyCell(delivery_cents) },
    { head: 'export.total', cell: (row) => moneyCell(totalOf(row)) },
    {
      head: 'export.payment',
      cell: ({ payment }, locale) => wordCell(locale, `export.${payment}`),
    },
    { head: 'export.paid', cell: ({ paid_cents }) => moneyCell(paid_cents) },
    { head: 'export.refunded', cell: ({ refunded_cents }) => moneyCell(refunded_cents) },
  ],

  async readNext(db, period: Period, afterId, limit) {
    const next = afterIn(period, { id: sql`b.id`, at: sql`b.created_at`, afterId })
    const { rows } = await sql<Row>`
      select b.id, b.created_at as placed_at, b.user_id, u.username, u.email,
        sums.orders, sums.units, sums.items_cents, b.discount_cents, b.delivery_cents, b.delivery,
        b.coupon ->> 'code' as coupon, b.payment, sums.country, sums.paid_cents, sums.refunded_cents
      from order_batch b join app_user u on u.id = b.user_id
      cross join lateral (
        select count(*) as orders, coalesce(sum(quantity), 0) as units,
          coalesce(sum(total_cents), 0)::bigint as items_cents,
          min(delivery_address ->> 'country') as country,
          coalesce(sum(money.paid_cents), 0)::bigint as paid_cents,
          coalesce(sum(money.refunded_cents), 0)::bigint as refunded_cents
        from orders o cross join lateral (${receivedFor(sql`o.id`)}) money
        where o.batch_id = b.id
      ) sums
      where ${next} order by b.id limit ${limit}`.execute(db)
    return rows
  },
}

function totalOf({ items_cents, discount_cents, delivery_cents }: Row): number {
  return items_cents - discount_cents + delivery_cents
}
