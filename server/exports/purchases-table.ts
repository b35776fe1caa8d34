import { sql } from 'kysely'
import { fromCents } from '#contract/money.ts'
import type { WayToPay } from '#contract/order-moves.ts'
import type { StoredCoupon, StoredDelivery } from '../platform/db/tables.ts'
import { nameIn } from '../platform/words/name-in.ts'
import { translate } from '../platform/words/translate.ts'
import { countryCell, type ExportedRows } from './exported-table.ts'
import { receivedFor } from './received.ts'

interface Row {
  id: number
  created_at: Date
  user_id: number
  coupon: StoredCoupon | null
  discount_cents: number
  delivery: StoredDelivery | null
  delivery_cents: number
  payment: WayToPay
  username: string
  email: string
  orders: number
  units: number
  items_cents: number
  country: string | null
  /** Whether any order of the purchase was paid with test money, and whether any was paid with real money. */
  has_tests: boolean
  has_sales: boolean
  received_cents: number
  returned_cents: number
}

export const PURCHASES: ExportedRows<Row> = {
  columns: [
    { head: 'export.purchase', cell: ({ id }) => id },
    { head: 'export.placed', at: ({ created_at }) => created_at },
    { head: 'export.customerId', cell: ({ user_id }) => user_id },
    { head: 'export.customer', cell: ({ username }) => username },
    { head: 'export.email', cell: ({ email }) => email },
    { head: 'export.country', cell: ({ country }, locale) => countryCell(locale, country) },
    { head: 'export.orders', cell: ({ orders }) => orders },
    { head: 'export.units', cell: ({ units }) => units },
    { head: 'export.items', cell: ({ items_cents }) => fromCents(items_cents) },
    { head: 'export.coupon', cell: ({ coupon }) => coupon?.code },
    { head: 'export.discount', cell: ({ discount_cents }) => fromCents(discount_cents) },
    {
      head: 'export.shippingMethod',
      cell: ({ delivery }, locale) => delivery && nameIn(locale, delivery),
    },
    { head: 'export.delivery', cell: ({ delivery_cents }) => fromCents(delivery_cents) },
    {
      head: 'export.total',
      cell: (row) => fromCents(row.items_cents - row.discount_cents + row.delivery_cents),
    },
    {
      head: 'export.payment',
      cell({ has_tests, has_sales, payment }, locale) {
        const ways = [
          ...(has_sales || !has_tests ? [`export.${payment}` as const] : []),
          ...(has_tests ? ['export.test' as const] : []),
        ]
        return ways.map((way) => translate(locale, way)).join(' + ')
      },
    },
    { head: 'export.paid', cell: (row) => fromCents(row.received_cents) },
    { head: 'export.refunded', cell: (row) => fromCents(row.returned_cents) },
  ],

  id: sql`b.id`,
  at: sql`b.created_at`,
  read: (next, limit) => sql<Row>`
    select b.*, u.username, u.email, sums.*
    from order_batch b join app_user u on u.id = b.user_id
    cross join lateral (
      select count(*) as orders, coalesce(sum(quantity), 0) as units,
        coalesce(sum(total_cents), 0)::bigint as items_cents,
        min(delivery_address ->> 'country') as country,
        coalesce(bool_or(is_test), false) as has_tests,
        coalesce(bool_or(paid_at is not null and not is_test), false) as has_sales,
        coalesce(sum(money.received_cents), 0)::bigint as received_cents,
        coalesce(sum(money.returned_cents), 0)::bigint as returned_cents
      from orders o cross join lateral (${receivedFor(sql`o.id`, sql`o.is_test`)}) money
      where o.batch_id = b.id
    ) sums
    where ${next} order by b.id limit ${limit}`,
}
