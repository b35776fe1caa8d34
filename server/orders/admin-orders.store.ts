import { type RawBuilder, sql } from 'kysely'
import type {
  AdminOrder,
  AdminOrderDetail,
  AdminOrdersQuery,
  OrderCounts,
  OrderStage,
} from '#contract/admin.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fromCents } from '#contract/money.ts'
import { matchingCustomers } from '../accounts/matching-customers.ts'
import { matchingProducts } from '../catalog/matching-products.ts'
import { all } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import { cutPage, fromMicros, readCursor, toMicros, writeCursor } from '../platform/http/cursor.ts'
import { IS_SENDABLE } from './cash-on-delivery.ts'
import { moneyOf, paidFee } from './order-money.ts'
import { namedOrders } from './order-search.ts'
import { type OrderRow, toOrder } from './orders.store.ts'
import { WAIT_FOR_REFUND } from './refund-topics.ts'

type AdminRow = OrderRow & {
  username: string
  email: string
  guest: boolean
  closed: boolean
  fee_cents: number
  is_late: boolean
  is_test: boolean
}

const IS_UNSENT = sql`delivered_at is null and sent_at is null and ${IS_SENDABLE}`

/** When the order became ready to send. */
export const WAITS_SINCE = sql`coalesce(orders.paid_at, orders.confirmed_at)`

const LATE_HOURS = sql`(select late_hours from shop_rules)`

const IS_LATE = sql`(${IS_UNSENT}
  and ${WAITS_SINCE} < now() - make_interval(hours => ${LATE_HOURS}))`

/** The purchase's delivery fee, on one of its orders, so that the costs of all of them add up to what is paid. */
const FEE = sql`coalesce((
  select delivery_cents from order_batch
  where id = orders.batch_id and delivery_cents > 0 and orders.id = (
    select sibling.id from orders sibling where sibling.batch_id = orders.batch_id
    order by ${paidFee(sql`sibling.id`)} desc, sibling.state = 'canceled', sibling.id limit 1
  )
), 0)`

const COLUMNS = sql`orders.*, ${moneyOf('orders')}, username, email, guest,
  app_user.deleted_at is not null as closed, ${FEE} as fee_cents,
  ${IS_LATE} as is_late`

/**
 * SQL conditions for the stages, worded exactly as in the partial indexes on `orders`, where there are any. A test
 * compares all but `refunding` with `orderStatus`.
 */
export const STAGES: Record<OrderStage, RawBuilder<unknown>> = {
  pending: sql`state = 'pending'`,
  confirm: sql`state = 'confirm'`,
  complete: sql`state = 'complete'`,
  canceled: sql`state = 'canceled'`,
  unpaid: sql`state in ('pending', 'confirm')`,
  shipped: sql`state = 'complete' and delivered_at is null`,
  unsent: IS_UNSENT,
  sent: sql`delivered_at is null and sent_at is not null and ${IS_SENDABLE}`,
  late: IS_LATE,
  delivered: sql`state = 'complete' and delivered_at is not null`,
  refunded: sql`state = 'canceled' and paid_at is not null`,
  refunding: sql`id in ${WAIT_FOR_REFUND}`,
}

interface Sequence {
  /** Part of the cursor, so that a cursor from a different list is rejected. */
  list: string
  by: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** The comparison operator that is true for rows after the cursor. */
  isPast: RawBuilder<unknown>
}

const NEWEST: Sequence = {
  list: 'orders',
  by: sql`orders.created_at`,
  direction: sql`desc`,
  isPast: sql`<`,
}

const LONGEST_WAIT: Sequence = {
  list: 'late orders',
  by: WAITS_SINCE,
  direction: sql`asc`,
  isPast: sql`>`,
}

/** @throws ShopError `invalid` for a cursor from a different list. */
export async function findAdminOrders(
  db: Handle,
  query: AdminOrdersQuery,
): Promise<{ orders: AdminOrder[]; nextCursor: string | null }> {
  const { limit = PAGE_SIZE } = query
  const sequence = query.state === 'late' ? LONGEST_WAIT : NEWEST
  const { list, by, direction } = sequence
  const cut = sql`order by ${by} ${direction}, id ${direction} limit ${limit + 1}`
  const conditions = filters(query, sequence)
  const source = query.search?.trim()
    ? await searched(db, query.search, conditions, cut)
    : sql`select id from orders where ${all(conditions)} ${cut}`
  const { rows } = await sql<AdminRow & { key: number }>`
    select ${COLUMNS}, ${toMicros(by)} as key
    from (${source}) found join orders using (id) join app_user on app_user.id = orders.user_id
    order by ${by} ${direction}, orders.id ${direction} limit ${limit + 1}`.execute(db)
  const { page, nextCursor } = cutPage(rows, limit, ({ key, id }) => writeCursor(list, [key, id]))
  return { orders: page.map(toAdminOrder), nextCursor }
}

function filters(query: AdminOrdersQuery, { list, by, isPast }: Sequence): RawBuilder<unknown>[] {
  const { state, customer, product, from, to, cursor } = query
  const after = readCursor(cursor, list, ['number', 'number'])
  return [
    ...(state ? [STAGES[state]] : []),
    ...(customer === undefined ? [] : [sql`user_id = ${customer}`]),
    ...(product === undefined ? [] : [sql`product_id = ${product}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`created_at < ${to}::timestamptz`]),
    ...(after ? [sql`(${by}, id) ${isPast} (${fromMicros(after[0])}, ${after[1]}::bigint)`] : []),
  ]
}

/** Up to this many matching products and this many matching customers, each one's orders are looked up separately. */
const MATCHES_MAX = 1000

/**
 * A query for the ids of the first orders identified by the search text or, if there are none, of the first orders
 * whose product or customer matches it. With more than `MATCHES_MAX` matches, all orders are scanned in the list's
 * order instead, since matching orders soon turn up.
 */
async function searched(
  db: Handle,
  search: string,
  conditions: readonly RawBuilder<unknown>[],
  cut: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const named = namedOrders(search)
  const exact = named.length > 0 ? await ids(db, sql.join(named, sql` union `)) : []
  if (exact.length > 0) {
    return sql`select id from orders where ${all([sql`id = any(${exact}::bigint[])`, ...conditions])} ${cut}`
  }
  const products = sql`
    ${matchingProducts(search, false)} union all ${matchingProducts(search, true)}`
  const customers = matchingCustomers(search)
  const [productIds, userIds] = await Promise.all([ids(db, products), ids(db, customers)])
  if (Math.max(productIds.length, userIds.length) > MATCHES_MAX) {
    return sql`
      select id from orders
      where ${all([sql`(product_id in (${products}) or user_id in (${customers}))`, ...conditions])}
      ${cut}`
  }
  const newestOf = (column: 'product_id' | 'user_id', of: readonly number[]) => sql`
    select o.id from unnest(${[...of]}::bigint[]) as one (id) cross join lateral (
      select id from orders where ${sql.ref(column)} = one.id and ${all(conditions)} ${cut}
    ) o`
  return sql`(${newestOf('product_id', productIds)}) union (${newestOf('user_id', userIds)})`
}

async function ids(db: Handle, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${query}) matching limit ${MATCHES_MAX + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findAdminOrder(db: Handle, id: number): Promise<AdminOrder | null> {
  const [order = null] = await findWhere(db, sql`orders.id = ${id}`)
  return order
}

/** The ids of the other orders of the purchase, oldest first. */
export async function findTogether(
  db: Handle,
  { id, purchaseId }: Pick<AdminOrder, 'id' | 'purchaseId'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where batch_id = ${purchaseId} and id <> ${id} order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** @returns the orders, sorted by id. */
export function findAdminOrdersOf(db: Handle, ids: readonly number[]): Promise<AdminOrder[]> {
  return findWhere(db, sql`orders.id = any(${[...ids]}::bigint[])`)
}

export function findOrdersOfParcel(db: Handle, parcelId: number): Promise<AdminOrder[]> {
  return findWhere(db, sql`parcel_id = ${parcelId}`)
}

async function findWhere(db: Handle, condition: RawBuilder<unknown>): Promise<AdminOrder[]> {
  const { rows } = await sql<AdminRow>`
    select ${COLUMNS} from orders join app_user on app_user.id = orders.user_id
    where ${condition} order by orders.id`.execute(db)
  return rows.map(toAdminOrder)
}

type HistoryRow = Omit<AdminOrderDetail['history'][number], 'at' | 'part'> & {
  at: Date
  cents: number | null
  units: number | null
}

/** The order's moves, and its partial refunds, which are no moves: the order stays paid. */
export async function findHistory(db: Handle, id: number): Promise<AdminOrderDetail['history']> {
  const { rows } = await sql<HistoryRow>`
    select move, from_state as from, to_state as to, step.actor as by, username as actor, at, cents, units
    from (
      select id, move, from_state, to_state, actor, actor_id, at, null::bigint as cents, null::integer as units
      from order_history where order_id = ${id}
      union all
      select id, 'refund', 'complete', 'complete', 'admin', actor_id, created_at, amount_cents, units
      from refund where order_id = ${id} and is_part
    ) step left join app_user on app_user.id = actor_id
    order by at, cents is not null, step.id`.execute(db)
  return rows.map(({ at, cents, units, ...row }) => ({
    ...row,
    at: at.toISOString(),
    part: cents === null ? null : { amount: fromCents(cents), units: units ?? 0 },
  }))
}

type PaymentRow = Pick<AdminOrderDetail['payments'][number], 'id' | 'provider' | 'state'> &
  Record<'created_at' | 'updated_at', Date> & { amount_cents: number }

export async function findPayments(db: Handle, id: number): Promise<AdminOrderDetail['payments']> {
  const { rows } = await sql<PaymentRow>`
    select id, provider, amount_cents, state, created_at, updated_at from payment
    where order_id = ${id} order by created_at, id`.execute(db)
  return rows.map(({ amount_cents, created_at, updated_at, ...payment }) => ({
    ...payment,
    amount: fromCents(amount_cents),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }))
}

type OpenCounts = Pick<
  OrderCounts,
  'pending' | 'confirm' | 'shipped' | 'unsent' | 'sent' | 'late' | 'refunding'
> & { unpaidCents: number; lateHours: number; tests: number; canceledTests: number }

/** The delivery fees due with unpaid orders, in cents. */
const FEES_DUE = sql`(
  select coalesce(sum(delivery_cents), 0) from order_batch
  where delivery_cents > 0 and id in (select batch_id from orders where ${STAGES.unpaid})
    and not exists (
      select from orders where batch_id = order_batch.id and ${paidFee(sql`orders.id`)}
    )
)`

/**
 * Counts the open orders and, in `tests` and `canceledTests`, the test orders, which the daily sums exclude. All other
 * counts follow from the daily sums.
 */
export async function countOpen(db: Handle): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    select unpaid.*, shipped.*, unsent.*, sent.*, refunding.*, test.*, ${LATE_HOURS} as "lateHours" from (
      select count(*) filter (where state = 'pending') as pending,
        count(*) filter (where state = 'confirm') as confirm,
        (coalesce(sum(order_cost(orders)), 0) + ${FEES_DUE})::bigint as "unpaidCents"
      from orders where ${STAGES.unpaid}
    ) unpaid, (
      select count(*) as shipped from orders where ${STAGES.shipped}
    ) shipped, (
      select count(*) as unsent, count(*) filter (where ${IS_LATE}) as late
      from orders where ${STAGES.unsent}
    ) unsent, (
      select count(*) as sent from orders where ${STAGES.sent}
    ) sent, (
      select count(*) as refunding from orders where ${STAGES.refunding}
    ) refunding, (
      select count(*) as tests, count(*) filter (where state = 'canceled') as "canceledTests"
      from orders where is_test
    ) test`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the counts returned no row')
  return row
}

function toAdminOrder(row: AdminRow): AdminOrder {
  const { user_id: id, username, email, guest, closed, fee_cents, is_late, is_test } = row
  const customer = { id, username, email, guest, closed }
  return {
    ...toOrder(row),
    customer,
    deliveryFee: fromCents(fee_cents),
    isLate: is_late,
    isTest: is_test,
  }
}
