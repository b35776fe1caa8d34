import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#contract/locale.ts'
import type { Handle } from '../platform/db/database.ts'
import { SHOP_ZONE } from '../platform/db/shop-zone.ts'

export const SUMMED = [
  ...(['placed', 'paid', 'refunded', 'canceled', 'units'] as const),
  ...(['gross_cents', 'refund_cents'] as const),
]

/** Sums over a period; money in cents. */
export type Sums = Record<(typeof SUMMED)[number], number>

const COLUMNS = sql.join(SUMMED.map((name) => sql.ref(name)))
const SUMS = sql.join(
  SUMMED.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
)

/** A day in the shop's time zone, YYYY-MM-DD. A string, since database drivers read dates in their own time zone. */
export type Day = string

export async function findClosedThrough(db: Handle): Promise<Day | null> {
  const { rows } = await sql<{ through: Day }>`
    select through::text as through from sales_closed`.execute(db)
  return rows[0]?.through ?? null
}

/** A period: its closed days are read from the daily rollups, the rest from the orders. */
export interface Stretch {
  /** First and last closed day of the period; null if there is none. */
  closed: { first: Day; last: Day } | null
  /** The rest of the period, from the start of a day to an ISO time (exclusive), or until now if `to` is null. */
  live: { from: Day; to: string | null }
}

export type DaySums = Sums & { day: Day; category: Category }

export async function sumByDay(db: Handle, stretch: Stretch): Promise<DaySums[]> {
  // Looks up each product with events outside the closed days separately: a join would read all products.
  const { rows } = await sql<DaySums>`
    with live as materialized (
      select (at at time zone ${SHOP_ZONE})::date as day, product_id, ${SUMS}
      from sale_event where ${inTime(stretch)} group by 1, 2
    ), part as (
      select day, category_id, ${COLUMNS} from sales_by_day where ${inDays(stretch)}
      union all
      select day, category_id, ${COLUMNS} from live
      cross join lateral (select category_id from product where id = product_id limit 1) product
    )
    select day::text as day, category.name as category, ${SUMS}
    from part join category on category.id = category_id group by day, category.name`.execute(db)
  return rows
}

export interface ProductSales {
  id: number
  name: string
  name_ar: string
  picture_key: string | null
  units: number
  revenue_cents: number
}

/**
 * The products with the most revenue in a period that ends now. Uses the sums prepared for the period's first day, if
 * any. An index sorts these sums by revenue, so among products without later events only the top ones are read.
 */
export async function findTopProducts(
  db: Handle,
  { stretch, limit }: { stretch: Stretch; limit: number },
): Promise<ProductSales[]> {
  const isPrepared = await hasWindow(db, stretch)
  const past = isPrepared
    ? sql`select product_id, units, revenue_cents from sales_window where starts = ${stretch.closed?.first ?? null}::date`
    : sql`select product_id, sum(units)::bigint as units,
        sum(gross_cents - refund_cents)::bigint as revenue_cents
        from sales_by_product where ${inDays(stretch)} group by product_id`
  const { rows } = await sql<ProductSales>`
    with live as materialized (
      select product_id, sum(units)::bigint as units,
        sum(gross_cents - refund_cents)::bigint as revenue_cents
      from sale_event where ${inTime(stretch)} group by product_id
    ), best as (
      select * from (${past}) past
      where product_id not in (select product_id from live)
      order by revenue_cents desc, product_id limit ${limit}
    ), candidate as (
      select * from best
      union all
      select live.product_id, live.units + coalesce(past.units, 0),
        live.revenue_cents + coalesce(past.revenue_cents, 0)
      from live left join (${past}) past using (product_id)
    ), top as (
      select * from candidate where revenue_cents > 0
      order by revenue_cents desc, product_id limit ${limit}
    )
    select product.id, name, name_ar, picture_key, units, revenue_cents
    from top join product on product.id = product_id
    order by revenue_cents desc, product.id`.execute(db)
  return rows
}

async function hasWindow(db: Handle, { closed }: Stretch): Promise<boolean> {
  if (!closed) return false
  const { rows } = await sql`
    select from sales_window where starts = ${closed.first}::date limit 1`.execute(db)
  return rows.length === 1
}

function inDays({ closed }: Stretch): RawBuilder<unknown> {
  return closed ? sql`day between ${closed.first}::date and ${closed.last}::date` : sql`false`
}

function inTime({ live }: Stretch): RawBuilder<unknown> {
  const since = sql`at >= ${startOf(sql`${live.from}::date`)}`
  return live.to === null ? since : sql`${since} and at < ${live.to}::timestamptz`
}

function startOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`start_of_day(${day}, ${SHOP_ZONE})`
}

export function sumStretch(db: Handle, stretch: Stretch): Promise<Sums> {
  return sumUp(db, inDays(stretch), inTime(stretch))
}

export function sumEver(db: Handle, closedThrough: Day | null): Promise<Sums> {
  return closedThrough
    ? sumUp(
        db,
        sql`day <= ${closedThrough}::date`,
        sql`at >= ${startOf(sql`${closedThrough}::date + 1`)}`,
      )
    : sumUp(db, sql`false`, sql`true`)
}

async function sumUp(db: Handle, days: RawBuilder<unknown>, time: RawBuilder<unknown>) {
  const { rows } = await sql<Sums>`
    with part as (
      select ${COLUMNS} from sales_by_day where ${days}
      union all select ${COLUMNS} from sale_event where ${time}
    )
    select ${SUMS} from part`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the sales totals returned no row')
  return row
}

/** Keeps other transactions from closing days or writing into closed ones until this transaction ends. */
export async function lockClosing(tx: Handle): Promise<void> {
  await sql`set local lock_timeout = '10s'`.execute(tx)
  await sql`set local statement_timeout = '120s'`.execute(tx)
  await sql`lock table sales_closed in share row exclusive mode`.execute(tx)
}

export async function dayBeforeFirst(tx: Handle): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select (min(created_at at time zone ${SHOP_ZONE})::date - 1)::text as day from orders`.execute(
    tx,
  )
  return rows[0]?.day ?? null
}

export async function forgetDays(tx: Handle): Promise<void> {
  await sql`delete from sales_window`.execute(tx)
  await sql`delete from sales_by_day`.execute(tx)
  await sql`delete from sales_by_product`.execute(tx)
}

/** Writes the rollups for the days after `after`, up to `last`. */
export async function sumDays(tx: Handle, after: Day, last: Day): Promise<void> {
  await sql`
    with added as (
      insert into sales_by_product (product_id, day, ${COLUMNS})
      select product_id, (at at time zone ${SHOP_ZONE})::date, ${SUMS} from sale_event
      where at >= ${startOf(sql`${after}::date + 1`)} and at < ${startOf(sql`${last}::date + 1`)}
      group by 1, 2 returning *
    )
    insert into sales_by_day (day, category_id, ${COLUMNS})
    select day, category_id, ${SUMS} from added join product on product.id = product_id
    group by 1, 2`.execute(tx)
}

/** Replaces the per-product sums with those of the periods from each of `starts` to `last`. */
export async function sumWindows(tx: Handle, starts: readonly Day[], last: Day): Promise<void> {
  await sql`delete from sales_window`.execute(tx)
  await sql`
    insert into sales_window (starts, product_id, units, revenue_cents)
    select starts, product_id, sum(units), sum(gross_cents - refund_cents)
    from unnest(${[...starts]}::date[]) as starts
    join sales_by_product on day between starts and ${last}::date
    group by 1, 2`.execute(tx)
}

export async function setClosedThrough(tx: Handle, day: Day): Promise<void> {
  await sql`
    insert into sales_closed (through) values (${day}::date)
    on conflict (id) do update set through = excluded.through`.execute(tx)
}

type CalendarRow = Record<'first' | 'firstBefore' | 'lastBefore', Day> &
  Record<'now' | 'from' | 'fromBefore' | 'until', Date> & { zone: string }

/**
 * The bounds of the period of this many days ending today, and of the period before it, as days and ISO times. `until`
 * is the current time of day one period ago, `lastBefore` its day.
 */
export async function readCalendar(db: Handle, days: number) {
  const { rows } = await sql<CalendarRow>`
    select now() as now, first::text, start_of_day(first, zone) as "from",
      first_before::text as "firstBefore", start_of_day(first_before, zone) as "fromBefore",
      last_before::text as "lastBefore",
      (here - ${days}::integer * interval '1 day') at time zone zone as until, zone
    from (select shop_zone() as zone) setting
    cross join lateral (select now() at time zone zone as here) clock
    cross join lateral (
      select here::date + 1 - ${days}::integer as first, here::date - ${days}::integer as last_before,
        here::date + 1 - 2 * ${days}::integer as first_before
    ) period`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the calendar returned no row')
  const { now, from, fromBefore, until, ...rest } = row
  return {
    ...rest,
    now: now.toISOString(),
    from: from.toISOString(),
    fromBefore: fromBefore.toISOString(),
    until: until.toISOString(),
  }
}

/** The latest day that ended at least this long ago. */
export async function lastOver(db: Handle, milliseconds: number): Promise<Day> {
  const { rows } = await sql<{ day: Day }>`
    select (((now() - ${milliseconds}::integer * interval '1 millisecond') at time zone ${SHOP_ZONE})::date - 1)::text
      as day`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query for the day returned no row')
  return row.day
}
