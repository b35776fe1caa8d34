/**
 * Sales figures. A past day (in the shop's time zone) never changes, so its sums are stored; later events are read
 * from the orders themselves, so the figures are always current. See docs/decisions/0007-daily-sales-rollup.md.
 */
import type { OrderCounts } from '#contract/admin.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import { countOpen } from './admin-orders.store.ts'
import type { Day, Stretch } from './sales.store.ts'
import * as store from './sales.store.ts'

export { type DaySums, type ProductSales, SUMMED, type Sums } from './sales.store.ts'

/** The periods for which per-product sums are prepared, longest first. */
const PERIOD_DAYS = [90, 30, 7]
/**
 * How long after its end a day is closed: an order is dated to the start of its transaction, and no transaction lasts
 * this long.
 */
const CLOSED_AFTER_MS = 3_600_000
const DAYS_AT_ONCE = 30
const TOP_PRODUCTS = 10

export type Figures = Awaited<ReturnType<typeof readFigures>>

/**
 * Figures for the last `days` days including today, and for the same number of days before them, up to the same time of
 * day. Call inside `inSnapshot`, so that they are consistent.
 */
export async function readFigures(tx: Handle, days: number) {
  const calendar = await store.readCalendar(tx, days)
  const { first, until } = calendar
  const through = await store.findClosedThrough(tx)
  const current = stretchOf(first, null, through)
  const earlier = stretchOf(calendar.firstBefore, { at: until, day: calendar.lastBefore }, through)
  return {
    zone: calendar.zone,
    first,
    from: calendar.from,
    to: calendar.now,
    before: { from: calendar.fromBefore, to: until },
    days: await store.sumByDay(tx, current),
    sumBefore: await store.sumStretch(tx, earlier),
    topProducts: await store.findTopProducts(tx, { stretch: current, limit: TOP_PRODUCTS }),
  }
}

/**
 * The number of orders in each state, the total of unpaid orders in cents, and the number of hours after which an order
 * is late. Call inside `inSnapshot`.
 */
export async function countOrders(tx: Handle) {
  const ever = await store.sumEver(tx, await store.findClosedThrough(tx))
  const { unpaidCents, lateHours, tests, canceledTests, ...open } = await countOpen(tx)
  const unpaid = open.pending + open.confirm
  const total = ever.placed + tests
  const canceled = ever.canceled + canceledTests
  const complete = total - canceled - unpaid
  const counts: OrderCounts = {
    ...open,
    // An order becomes a test order when it is paid, so canceled test orders were refunded.
    total,
    canceled,
    refunded: ever.refunded + canceledTests,
    unpaid,
    complete,
    delivered: complete - open.shipped,
  }
  return { counts, unpaidCents, lateHours }
}

/** Stores the sums of past days; cheap if all are stored already. */
export async function rollUpDays(db: Database): Promise<void> {
  const last = await store.lastOver(db.run, CLOSED_AFTER_MS)
  if ((await store.findClosedThrough(db.run)) === last) return
  while (await closeSome(db));
}

/** @returns whether there are more days to close. */
async function closeSome(db: Database): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await store.lockClosing(tx)
    // Read under the lock, for which a change of the time zone waits.
    const last = await store.lastOver(tx, CLOSED_AFTER_MS)
    let through = await store.findClosedThrough(tx)
    if (through === null) {
      await store.forgetDays(tx)
      through = await store.dayBeforeFirst(tx)
    }
    if (through === null || through >= last) return false
    const next = earlierOf(addDays(through, DAYS_AT_ONCE), last)
    await store.sumDays(tx, through, next)
    // The sums of the periods are complete only once the last day is closed.
    await store.sumWindows(tx, next === last ? startsAfter(last) : [], next)
    await store.setClosedThrough(tx, next)
    return next < last
  })
}

/** The first days of the prepared periods, for today being one or two days after the closed day `last`. */
function startsAfter(last: Day): Day[] {
  return PERIOD_DAYS.flatMap((days) => [addDays(last, 2 - days), addDays(last, 3 - days)])
}

/** The period from `first` to `until` (now if null), split into closed days with stored sums and the rest. */
function stretchOf(
  first: Day,
  until: { at: string; day: Day } | null,
  through: Day | null,
): Stretch {
  const lastWhole = until && addDays(until.day, -1)
  const last = through && lastWhole ? earlierOf(through, lastWhole) : through
  const closed = last && last >= first ? { first, last } : null
  const liveFrom = closed ? addDays(closed.last, 1) : first
  return { closed, live: { from: liveFrom, to: until?.at ?? null } }
}

const DAY_MS = 86_400_000

/** Adds calendar days; in UTC, every day has 24 hours. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** As strings, dates sort chronologically. */
function earlierOf(one: Day, other: Day): Day {
  return one < other ? one : other
}
