/**
 * The rules that span several rows (stock, orders and payments, the sums of decision 0012), as
 * queries that must find nothing. Rules about one row are constraints of the tables; the most
 * important are repeated here, since a dropped constraint must not go unnoticed.
 * Tests check them, a restore does, and a running shop does every hour (`createInvariantsWatch`).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { MOVE_RULES, MOVES } from '#contract/order-moves.ts'
import { type Database, type Handle, inTransaction } from './platform/db/database.ts'
import { every, type Stop } from './platform/jobs/every.ts'

export interface Violation {
  rule: string
  /** What is wrong, in words. */
  statement: string
  /** The rows that break the rule, at most ten. */
  rows: unknown[]
}

interface Rule {
  rule: string
  statement: string
  breaches: RawBuilder<unknown>
}

/** @returns every rule that is broken now; empty when the data is consistent. */
export async function checkInvariants(db: Handle): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const rule of RULES) violations.push(...(await ask(db, rule)))
  return violations
}

async function ask(db: Handle, { rule, statement, breaches }: Rule): Promise<Violation[]> {
  const { rows } = await sql`select * from (${breaches}) as breach limit 10`.execute(db)
  return rows.length > 0 ? [{ rule, statement, rows }] : []
}

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 3_600_000

/**
 * Checks a running shop. A check reads whole tables, so it runs rarely, with a longer time limit
 * than a request. The embedded database has a single connection and no time limits: each rule is
 * its own transaction, followed by a pause as long as the query took, for the other requests.
 * In the demo (90 days, 3,000 orders) all rules take 0.1 s, and no request waits 0.05 s for them.
 * @param alarm gets the names of the rules that are broken, never their rows.
 */
export function createInvariantsWatch(db: Database, alarm: (broken: string[]) => void) {
  let violations: number | null = null
  const watch = {
    /** How many rules the last check found broken; null before the first check. */
    violations: () => violations,

    async look(): Promise<void> {
      const found: Violation[] = []
      for (const rule of RULES) {
        const began = performance.now()
        const breaches = await inTransaction(db, async (tx) => {
          await sql`set local statement_timeout = '60s'`.execute(tx)
          return ask(tx, rule)
        })
        found.push(...breaches)
        await pause(performance.now() - began)
      }
      violations = found.length
      if (found.length > 0) alarm(found.map(({ rule, statement }) => `${rule}: ${statement}`))
    },

    /**
     * Checks a minute after the start (when the start itself is over, and damage by a restore, a
     * crash or an upgrade shows), and every hour.
     */
    start(failed: (error: unknown) => void): Stop {
      let due = 0
      return every(
        FIRST_LOOK_MS,
        async () => {
          if (performance.now() < due) return
          due = performance.now() + LOOK_EVERY_MS
          await watch.look()
        },
        failed,
      )
    },
  }
  return watch
}

/** Events are pruned after a week. */
const KEPT_EVENTS = sql`interval '7 days'`

/** Every move that contract/order-moves.ts allows, as rows of (move, from_state, to_state). */
const ALLOWED_MOVES = sql.join([
  sql`('place', null, 'pending')`,
  ...MOVES.flatMap((move) =>
    MOVE_RULES[move].from.map(
      (from) => sql`(${sql.lit(move)}, ${sql.lit(from)}, ${sql.lit(MOVE_RULES[move].to)})`,
    ),
  ),
])

const RULES: readonly Rule[] = [
  {
    rule: 'E1',
    statement: 'reserved units are between none and all on hand',
    breaches: sql`
      select id, on_hand, reserved, sold, written_off from product
      where reserved < 0 or reserved > on_hand or on_hand < 0 or sold < 0 or written_off < 0`,
  },
  {
    rule: 'E2',
    statement:
      'units on hand are those that came, less those sold and written off, as the ledger says',
    breaches: sql`
      select p.id, p.on_hand, p.sold, p.written_off, ledger.*
      from product p cross join lateral (
        select coalesce(sum(d_on_hand), 0) as ledger_on_hand,
          coalesce(sum(d_on_hand) filter (where reason in ('initial', 'restock')), 0) as came
        from stock_ledger where product_id = p.id
      ) ledger
      where p.on_hand <> ledger_on_hand or p.on_hand <> came - p.sold - p.written_off`,
  },
  {
    rule: 'E3',
    statement: 'reserved units are those of the unpaid orders, as the ledger says',
    breaches: sql`
      select p.id, p.reserved, held.ordered, ledger.ledger_reserved
      from product p
      cross join lateral (
        select coalesce(sum(quantity), 0) as ordered from orders
        where product_id = p.id and state in ('pending', 'confirm')
      ) held
      cross join lateral (
        select coalesce(sum(d_reserved), 0) as ledger_reserved
        from stock_ledger where product_id = p.id
      ) ledger
      where p.reserved <> ordered or p.reserved <> ledger_reserved`,
  },
  {
    rule: 'E4',
    statement:
      'sold units are those of the completed orders, and those sold before the shop had the product',
    breaches: sql`
      select p.id, p.sold, done.ordered, opening.sold as sold_before
      from product p cross join lateral (
        select coalesce(sum(quantity), 0) as ordered from orders
        where product_id = p.id and state = 'complete'
      ) done
      left join opening_figures opening on opening.product_id = p.id
      where p.sold <> ordered + coalesce(opening.sold, 0)`,
  },
  {
    rule: 'E5',
    statement:
      'an order is a whole line: its total, its customer, its product, one of the four states',
    breaches: sql`
      select o.id, o.quantity, o.unit_price_cents, o.total_cents, o.state
      from orders o
      left join app_user u on u.id = o.user_id
      left join product p on p.id = o.product_id
      left join order_batch b on b.id = o.batch_id
      where u.id is null or p.id is null or b.user_id is distinct from o.user_id
        or o.quantity < 1 or o.unit_price_cents < 0
        or o.total_cents <> o.unit_price_cents::bigint * o.quantity
        or o.state not in ('pending', 'confirm', 'complete', 'canceled')`,
  },
  {
    rule: 'E6',
    statement:
      'a completed order has one captured payment of its total; no other order keeps money',
    breaches: sql`
      select o.id, o.state, o.total_cents, money.*
      from orders o cross join lateral (
        select count(*) filter (where state = 'captured') as captures,
          coalesce(sum(amount_cents - delivery_cents) filter (where state = 'captured'), 0) as captured,
          coalesce(sum(amount_cents - delivery_cents) filter (where state = 'refunded'), 0) as refunded
        from payment where order_id = o.id
      ) money
      where case when o.state = 'complete' then captures <> 1 or captured <> o.total_cents
        else captures <> 0 or (o.paid_at is not null and refunded <> o.total_cents) end`,
  },
  {
    rule: 'charges',
    statement:
      'the payments of a charge are of one purchase, one provider and one reference, and come in together',
    breaches: sql`
      select p.charge_id, array_agg(p.order_id) as orders, array_agg(p.state) as states
      from payment p join orders o on o.id = p.order_id
      group by p.charge_id
      having count(distinct o.batch_id) > 1 or count(distinct p.provider) > 1
        or count(distinct p.provider_ref) > 1 or count(distinct p.order_id) < count(*)
        or (bool_or(p.state = 'captured')
          and bool_or(p.state in ('started', 'authorized', 'failed', 'voided', 'review')))`,
  },
  {
    rule: 'charges references',
    statement: 'what a provider calls a charge is the name of one charge',
    breaches: sql`
      select provider_ref, count(distinct charge_id) as charges from payment
      where provider_ref is not null
      group by provider_ref having count(distinct charge_id) > 1`,
  },
  {
    rule: 'delivery fees',
    statement:
      'a purchase of which an order is paid has paid for its delivery, once, and keeps no fee when all is canceled',
    breaches: sql`
      select b.id, b.delivery_cents, fee.*, placed.*
      from order_batch b
      cross join lateral (
        select coalesce(sum(p.delivery_cents) filter (where p.delivery_returned_at is null), 0) as held,
          coalesce(max(p.delivery_cents), 0) as paid
        from payment p join orders o on o.id = p.order_id
        where o.batch_id = b.id and p.state in ('captured', 'refunded', 'review')
      ) fee
      cross join lateral (
        select bool_or(state = 'complete') as is_paid, bool_and(state = 'canceled') as is_over
        from orders where batch_id = b.id
      ) placed
      where held > b.delivery_cents or paid > b.delivery_cents or (is_over and held > 0)
        or (is_paid and paid < b.delivery_cents)`,
  },
  {
    rule: 'E7',
    statement: 'a batch has as many orders as it was placed with',
    breaches: sql`
      select b.id, b.order_count, placed.orders
      from order_batch b cross join lateral (
        select count(*) as orders from orders where batch_id = b.id
      ) placed
      where b.order_count <> placed.orders`,
  },
  {
    rule: 'E7 delivery',
    statement:
      'a purchase pays for its delivery what the way it was placed with cost for its items',
    breaches: sql`
      select b.id, b.delivery, b.delivery_cents, placed.items
      from order_batch b cross join lateral (
        select coalesce(sum(total_cents), 0) as items from orders where batch_id = b.id
      ) placed
      where b.delivery_cents is distinct from case
          when b.delivery is null or items >= (b.delivery ->> 'free_from_cents')::bigint then 0
          else (b.delivery ->> 'fee_cents')::bigint
        end
        or (b.delivery is not null and not exists (
          select from delivery_way where id = (b.delivery ->> 'id')::bigint
        ))`,
  },
  {
    rule: 'E8 moves',
    statement: 'the history of an order is a chain of allowed moves that ends in its state',
    breaches: sql`
      with step as (
        select *,
          lag(to_state) over (partition by order_id order by id) as state_before,
          row_number() over (partition by order_id order by id desc) = 1 as is_last
        from order_history
      ), allowed (move, from_state, to_state) as (values ${ALLOWED_MOVES})
      select o.id as order_id, o.state, step.id as history_id, step.move, step.from_state, step.to_state
      from orders o left join step on step.order_id = o.id
      where step.id is null
        or (step.is_last and step.to_state <> o.state)
        or step.from_state is distinct from step.state_before
        or not exists (
          select from allowed where allowed.move = step.move
            and allowed.from_state is not distinct from step.from_state
            and allowed.to_state = step.to_state
        )`,
  },
  {
    rule: 'E8 events',
    statement: 'every move has one event, until it is pruned after a week',
    breaches: sql`
      select h.id, h.order_id, h.move, count(outbox.id) as events
      from order_history h left join outbox on outbox.history_id = h.id
      group by h.id
      having count(outbox.id) > 1 or (count(outbox.id) = 0 and h.at > now() - ${KEPT_EVENTS})`,
  },
  {
    rule: 'E9',
    statement: 'a key of a customer belongs to one batch',
    breaches: sql`
      select user_id, idempotency_key, count(*) as batches from order_batch
      where idempotency_key is not null
      group by user_id, idempotency_key having count(*) > 1`,
  },
  {
    rule: 'E10',
    statement:
      "a product's rating is that of its rows that count, one to a customer, of 1 to 5 stars, and what it came with",
    breaches: sql`
      select p.id, p.rating_sum, p.rating_count, given.*,
        opening.rating_sum as stars_before, opening.rating_count as rows_before
      from product p cross join lateral (
        select coalesce(sum(stars) filter (where counted), 0) as stars,
          count(*) filter (where counted) as counting,
          count(*) as rows, count(distinct user_id) as people,
          count(*) filter (where stars not between 1 and 5) as odd
        from rating where product_id = p.id
      ) given
      left join opening_figures opening on opening.product_id = p.id
      where p.rating_sum <> stars + coalesce(opening.rating_sum, 0)
        or p.rating_count <> counting + coalesce(opening.rating_count, 0)
        or rows <> people or odd > 0`,
  },
  {
    rule: 'E10 counted',
    statement: 'every rating counts of a confirmed e-mail, and of a product that was paid for',
    breaches: sql`
      select r.user_id, r.product_id from rating r join app_user u on u.id = r.user_id
      where not r.counted and (u.email_confirmed_at is not null or exists (
        select from orders o
        where o.user_id = r.user_id and o.product_id = r.product_id and o.state = 'complete'
      ))`,
  },
  {
    rule: 'customer sales',
    statement: 'what is kept of every account is what its orders come to',
    breaches: sql`
      select user_id, kept.orders, kept.spend_cents, counted.orders as placed, counted.spent
      from customer_sales kept full join (
        select u.id as user_id, count(o.id) as orders,
          coalesce(sum(o.total_cents) filter (where o.state = 'complete'), 0) as spent
        from app_user u left join orders o on o.user_id = u.id group by u.id
      ) counted using (user_id)
      where kept.orders is distinct from counted.orders
        or kept.spend_cents is distinct from counted.spent`,
  },
  {
    rule: 'parcels',
    statement: 'what travels together is of one customer and has one carrier, tracking and time',
    breaches: sql`
      select parcel_id, count(*) as orders from orders where parcel_id is not null
      group by parcel_id
      having count(distinct user_id) > 1 or count(distinct sent_at) <> 1 or count(sent_at) < count(*)
        or count(distinct jsonb_build_array(carrier, tracking_number, tracking_url)) > 1`,
  },
  {
    rule: 'addresses default',
    statement: 'of the addresses of an account, exactly one is the default',
    breaches: sql`
      select user_id, count(*) as addresses, count(*) filter (where is_default) as defaults
      from address group by user_id having count(*) filter (where is_default) <> 1`,
  },
  {
    rule: 'addresses erased',
    statement:
      'a closed account has no address, and its orders only while they are being paid or on their way',
    breaches: sql`
      select u.id as user_id, o.id as order_id, a.id as address_id from app_user u
      left join orders o on o.user_id = u.id and o.delivery_address is not null
        and not (o.state = 'complete' and o.delivered_at is null)
        and not (o.state = 'confirm' and exists (select from payment where order_id = o.id))
      left join address a on a.user_id = u.id
      where u.deleted_at is not null and (o.id is not null or a.id is not null)`,
  },
  {
    rule: 'E11 lines',
    statement: 'what the badge counts are lines: one to a product and customer, of 1 to 99 units',
    breaches: sql`
      select user_id, product_id, count(*) as lines, min(quantity) as quantity from cart_item
      group by user_id, product_id
      having count(*) > 1 or min(quantity) < 1 or max(quantity) > 99`,
  },
  {
    rule: 'E11 numbers',
    statement: "a customer's events are numbered without a gap up to the last one given",
    breaches: sql`
      with event as (
        select id, user_id, seq,
          max(seq) filter (where created_at <= now() - ${KEPT_EVENTS}) over (partition by user_id) as old
        from outbox where seq is not null
      )
      select u.id, u.event_seq, count(e.id) as events, min(e.seq) as first, max(e.seq) as last
      from app_user u join event e on e.user_id = u.id
      -- One that was given up stays, while those behind it are delivered and pruned: up to the
      -- newest event that is old enough for that, a gap says nothing.
      where e.seq > coalesce(e.old, 0)
      group by u.id
      having max(e.seq) <> u.event_seq
        or count(e.id) <> max(e.seq) - min(e.seq) + 1
        or count(distinct e.seq) <> count(e.id)`,
  },
]
