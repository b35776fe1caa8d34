/**
 * Stores the ninety days of history that precede the filling of a demo shop. Its accounts and products must already
 * exist.
 */
import { sql } from 'kysely'
import { COPY_OF_METHOD, IN_ORDER } from '../delivery/offered-methods.ts'
import { ORDER_PLACED_TOPIC, ORDER_UPDATED_TOPIC } from '../orders/orders.events.ts'
import type { Handle } from '../platform/db/database.ts'
import type { DemoHistory } from './demo-history.ts'

/** The ids of the two demo accounts, and the end of the ninety days. */
export interface Present {
  /** ISO 8601; the files count seconds back from this moment. */
  start: string
  customerId: number
  adminId: number
}

export async function storePurchases(
  tx: Handle,
  { purchases }: DemoHistory,
  { start }: Present,
): Promise<void> {
  await readPurchases(tx, purchases, start)
  await sql`
    insert into order_batch (id, user_id, body_hash, order_count, delivery, payment, created_at)
    overriding system value
    select id, user_id, sha256(convert_to('demo ' || number, 'UTF8')), cardinality(items),
      (select ${COPY_OF_METHOD} from shipping_method method
        where method.deleted_at is null order by ${IN_ORDER} limit 1),
      payment, placed_at
    from past_purchase order by id`.execute(tx)
  await sql`
    insert into orders (batch_id, user_id, product_id, product_name, product_name_ar, picture_key,
      quantity, unit_price_cents, total_cents, payment, state, confirmed_at, paid_at, delivered_at,
      canceled_at, delivery_address, address_at, sent_at, parcel_id, carrier, tracking_number,
      demo, version, created_at, updated_at)
    select p.id, p.user_id, product.id, product.name, product.name_ar, product.pictures -> 0 ->> 'key',
      line.quantity, product.price_cents, product.price_cents * line.quantity, p.payment,
      case when coalesce(p.canceled_at, p.refunded_at) is not null then 'canceled'
        when p.paid_at is not null then 'complete'
        when p.confirmed_at is not null then 'confirm' else 'pending' end,
      p.confirmed_at, p.paid_at, p.delivered_at, coalesce(p.canceled_at, p.refunded_at),
      jsonb_build_object('name', a.name, 'phone', a.phone, 'country', a.country,
        'region', a.region, 'city', a.city, 'lines', a.lines, 'postcode', a.postcode, 'note', a.note),
      p.placed_at, p.sent_at, p.parcel_id,
      case when p.sent_at is not null then 'Falcon Express' end, 'FX' || 70410000 + p.parcel_id * 37,
      true,
      num_nonnulls(p.placed_at, p.confirmed_at, p.paid_at, p.sent_at, p.delivered_at, p.canceled_at,
        p.refunded_at),
      p.placed_at,
      greatest(p.placed_at, p.confirmed_at, p.paid_at, p.sent_at, p.delivered_at, p.canceled_at,
        p.refunded_at)
    from past_purchase p
    join address a on a.user_id = p.user_id
    cross join unnest(p.items) with ordinality as item (text, place)
    cross join lateral (
      select split_part(item.text, ':', 1) as sku, split_part(item.text, ':', 2)::integer as quantity
    ) line
    join product using (sku)
    order by p.id, item.place`.execute(tx)
}

/** Copies the purchases into a temporary table, with the ids they will have in the shop. */
async function readPurchases(tx: Handle, purchases: string, start: string): Promise<void> {
  await sql`
    create temporary table past_purchase (number integer, id bigint, user_id bigint, items text[],
      payment text, charge_id uuid, parcel_id bigint, placed_at timestamptz,
      confirmed_at timestamptz, paid_at timestamptz, sent_at timestamptz, delivered_at timestamptz,
      delivered_by text, canceled_at timestamptz, canceled_by text, refunded_at timestamptz,
      written_off boolean) on commit drop`.execute(tx)
  await sql`
    insert into past_purchase
    select p.number, nextval(pg_get_serial_sequence('order_batch', 'id')), app_user.id,
      string_to_array(p.items, '|'), p.payment, gen_random_uuid(),
      case when p.sent is not null then nextval('parcel_number') end, at.placed,
      at.placed + p.confirmed * second.long, at.placed + p.paid * second.long,
      at.placed + p.sent * second.long, at.placed + p.delivered * second.long, p.delivered_by,
      at.placed + p.canceled * second.long, p.canceled_by, at.placed + p.refunded * second.long,
      p.written_off
    from jsonb_to_recordset(${purchases}::text::jsonb) as p (number integer, customer text,
      items text, payment text, placed integer, confirmed integer, paid integer, sent integer,
      delivered integer, delivered_by text, canceled integer, canceled_by text, refunded integer,
      written_off boolean)
    join app_user on app_user.demo and split_part(app_user.email, '@', 1) = p.customer
    cross join (select interval '1 second' as long) second
    cross join lateral (
      select ${start}::timestamptz - p.placed * second.long as placed
    ) at
    order by p.number`.execute(tx)
}

/**
 * Stores all order moves, the events for recent moves (as already delivered), and the demo customer's recent steps,
 * which trigger emails.
 */
export async function storeMoves(
  tx: Handle,
  { start, customerId, adminId }: Present,
): Promise<void> {
  await sql`
    insert into order_history (order_id, move, from_state, to_state, actor, actor_id, at)
    select orders.id, made.move, made.from_state, made.to_state, made.actor,
      case made.actor when 'customer' then orders.user_id when 'admin' then ${adminId}::bigint end,
      made.at
    from orders join past_purchase p on p.id = orders.batch_id
    cross join lateral (values
      ('place', null, 'pending', 'customer', p.placed_at),
      ('confirm', 'pending', 'confirm', 'server', p.confirmed_at),
      ('pay', 'confirm', 'complete', 'customer', p.paid_at),
      ('send', 'complete', 'complete', 'admin', p.sent_at),
      ('deliver', 'complete', 'complete', p.delivered_by, p.delivered_at),
      ('cancel', 'confirm', 'canceled', p.canceled_by, p.canceled_at),
      ('refund', 'complete', 'canceled', 'admin', p.refunded_at)
    ) as made (move, from_state, to_state, actor, at)
    where made.at is not null order by made.at, orders.id`.execute(tx)
  // Older events would already have been pruned (platform/outbox).
  await sql`
    insert into outbox (topic, payload, history_id, available_at, created_at, done_at)
    select case move when 'place' then ${ORDER_PLACED_TOPIC.name} else ${ORDER_UPDATED_TOPIC.name} end,
      jsonb_build_object('orderId', order_id), id, at, at, at
    from order_history
    where at > ${start}::timestamptz - interval '7 days' order by id`.execute(tx)
  await sql`
    insert into email_step (step, purchase_id, order_id, at)
    select move, batch_id, order_id, at
    from order_history join orders on orders.id = order_id
    where user_id = ${customerId} and at > ${start}::timestamptz - interval '2 days'
    order by order_history.id`.execute(tx)
}

/** Stores the stock movements: supplies, and the orders' reservations, releases, sales, returns and write-offs. */
export async function storeStock(
  tx: Handle,
  { supplies }: DemoHistory,
  { start, adminId }: Present,
): Promise<void> {
  await sql`
    insert into stock_ledger (product_id, d_on_hand, d_reserved, reason, order_id, actor_id, at)
    select * from (
      select product.id, units, 0, reason, null::bigint as order_id, ${adminId}::bigint,
        ${start}::timestamptz - arrived * interval '1 second' as at
      from jsonb_to_recordset(${supplies}::text::jsonb)
        as supply (sku text, reason text, units integer, arrived integer)
      join product using (sku)
      union all
      select orders.product_id, entry.on_hand * orders.quantity, entry.reserved * orders.quantity,
        entry.reason, orders.id, null, entry.at
      from orders join past_purchase p on p.id = orders.batch_id
      cross join lateral (values
        ('reserve', 0, 1, p.placed_at),
        ('release', 0, -1, p.canceled_at),
        ('sale', -1, -1, p.paid_at),
        (case when p.written_off then 'write_off' else 'return' end,
          case when p.written_off then 0 else 1 end, 0, p.refunded_at)
      ) as entry (reason, on_hand, reserved, at)
      where entry.at is not null
    ) entries
    order by at, order_id nulls first`.execute(tx)
}

export async function storePayments(tx: Handle): Promise<void> {
  await sql`
    insert into payment (id, charge_id, order_id, provider, provider_ref, amount_cents, state, demo,
      created_at, updated_at)
    select gen_random_uuid(), p.charge_id, orders.id, 'sandbox', 'demo-' || p.charge_id,
      orders.total_cents, case when p.refunded_at is null then 'captured' else 'refunded' end, true,
      p.paid_at, coalesce(p.refunded_at, p.paid_at)
    from orders join past_purchase p on p.id = orders.batch_id
    where p.paid_at is not null order by orders.id`.execute(tx)
}

export async function storeRatings(
  tx: Handle,
  { ratings }: DemoHistory,
  { start }: Present,
): Promise<void> {
  await sql`
    insert into rating (user_id, product_id, stars, created_at, updated_at)
    select app_user.id, product.id, stars, at, at
    from jsonb_to_recordset(${ratings}::text::jsonb)
      as r (customer text, sku text, stars integer, given integer)
    join app_user on app_user.demo and split_part(app_user.email, '@', 1) = r.customer
    join product using (sku)
    cross join lateral (
      select ${start}::timestamptz - r.given * interval '1 second' as at
    ) given`.execute(tx)
}
