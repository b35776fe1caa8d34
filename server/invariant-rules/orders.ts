import { sql } from 'kysely'
import { MOVE_RULES, MOVES, stateAfter } from '#contract/order-moves.ts'
import { KEPT_EVENTS, type Rule } from './rule.ts'

/** Every move allowed by contract/order-moves.ts, as rows of (move, from_state, to_state). */
const ALLOWED_MOVES = sql.join([
  sql`('place', null, 'pending')`,
  ...MOVES.flatMap((move) =>
    MOVE_RULES[move].from.map(
      (from) => sql`(${sql.lit(move)}, ${sql.lit(from)}, ${sql.lit(stateAfter(move, from))})`,
    ),
  ),
])

export const ORDERS_RULES: readonly Rule[] = [
  {
    rule: 'cash',
    statement:
      "only cash orders are sent unpaid, and every order has its purchase's payment method",
    breaches: sql`
      select o.id, o.payment, b.payment as purchase from orders o join order_batch b on b.id = o.batch_id
      where o.payment <> b.payment
        or (o.sent_at is not null and o.paid_at is null and o.payment <> 'cash')`,
  },
  {
    rule: 'E5',
    statement:
      'an order refers to an existing customer and product, and has a correct total and one of the four states',
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
    rule: 'E7',
    statement: 'every purchase still has all of its original orders',
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
      "a purchase's delivery fee, unless waived by a coupon, is what its shipping method charged for all its items, or for the items that neither the customer nor the server canceled",
    breaches: sql`
      select b.id, b.delivery, b.delivery_cents, fees
      from order_batch b cross join lateral (
        select array_agg(case
            when b.delivery is null or items >= (b.delivery ->> 'free_from_cents')::bigint
              or (b.coupon ->> 'kind' = 'delivery' and coalesce(items >= (b.coupon ->> 'least_cents')::bigint, true)) then 0
            else (b.delivery ->> 'fee_cents')::bigint
          end) as fees
        from (
          select coalesce(sum(total_cents), 0) as items from orders where batch_id = b.id
          union all
          select coalesce(sum(total_cents), 0) from orders o where batch_id = b.id and not exists (
            select from order_history h
            where h.order_id = o.id and h.move = 'cancel' and h.actor <> 'admin'
          )
        ) sums
      ) placed
      where b.delivery_cents <> all(fees)
        or (b.delivery is not null and not exists (
          select from shipping_method where id = (b.delivery ->> 'id')::bigint
        ))`,
  },
  {
    rule: 'discounts',
    statement: "the discount of a purchase is the sum of its orders' shares, and requires a coupon",
    breaches: sql`
      select b.id, b.coupon_id, b.discount_cents, placed.shares
      from order_batch b cross join lateral (
        select coalesce(sum(discount_cents), 0) as shares from orders where batch_id = b.id
      ) placed
      where b.discount_cents <> placed.shares or (b.discount_cents > 0 and b.coupon is null)`,
  },
  {
    rule: 'coupons',
    statement:
      "a coupon's use count equals the number of purchases holding it and the sum of its use counts per customer, and does not exceed its limit",
    breaches: sql`
      select c.id, c.uses, c.max_uses, held.purchases, held.by_customers
      from coupon c cross join lateral (
        select count(*) as purchases,
          coalesce((select sum(uses) from coupon_customer where coupon_id = c.id), 0) as by_customers
        from order_batch where coupon_id = c.id and coupon_returned_at is null
      ) held
      where c.uses <> purchases or c.uses <> by_customers or c.uses > c.max_uses`,
  },
  {
    rule: 'coupons returned',
    statement:
      'a purchase has returned its coupon if and only if all its orders were canceled before payment',
    breaches: sql`
      select b.id, b.coupon_returned_at, placed.is_over
      from order_batch b cross join lateral (
        select bool_and(state = 'canceled' and paid_at is null) as is_over
        from orders where batch_id = b.id
      ) placed
      where b.coupon_id is not null and (b.coupon_returned_at is not null) <> is_over`,
  },
  {
    rule: 'E8 moves',
    statement: "an order's history is a chain of allowed moves that ends in its current state",
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
    statement: 'every order move has exactly one event until the event is pruned after a week',
    breaches: sql`
      select h.id, h.order_id, h.move, count(outbox.id) as events
      from order_history h left join outbox on outbox.history_id = h.id
      group by h.id
      having count(outbox.id) > 1 or (count(outbox.id) = 0 and h.at > now() - ${KEPT_EVENTS})`,
  },
  {
    rule: 'E9',
    statement: "a customer's idempotency key belongs to one purchase",
    breaches: sql`
      select user_id, idempotency_key, count(*) as batches from order_batch
      where idempotency_key is not null
      group by user_id, idempotency_key having count(*) > 1`,
  },
  {
    rule: 'parcels',
    statement:
      'all orders in a parcel have the same customer, carrier, tracking data and sending time',
    breaches: sql`
      select parcel_id, count(*) as orders from orders where parcel_id is not null
      group by parcel_id
      having count(distinct user_id) > 1 or count(distinct sent_at) <> 1 or count(sent_at) < count(*)
        or count(distinct jsonb_build_array(carrier, tracking_number, tracking_url)) > 1`,
  },
]
