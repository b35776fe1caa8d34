import { sql } from 'kysely'
import { KEPT_EVENTS, type Rule } from './rule.ts'

export const CUSTOMERS_RULES: readonly Rule[] = [
  {
    rule: 'E10',
    statement:
      "a product's rating is its opening figures plus the ratings that count: one per customer, 1 to 5 stars each",
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
    statement: 'a rating counts if its account has a confirmed email, or has paid for the product',
    breaches: sql`
      select r.user_id, r.product_id from rating r join app_user u on u.id = r.user_id
      where not r.counted and (u.email_confirmed_at is not null or exists (
        select from orders o
        where o.user_id = r.user_id and o.product_id = r.product_id and o.state = 'complete'
      ))`,
  },
  {
    rule: 'customer sales',
    statement: "every account's stored order count and spending match its orders",
    breaches: sql`
      select user_id, kept.orders, kept.spend_cents, counted.orders as placed, counted.spent
      from customer_sales kept full join (
        select u.id as user_id, count(o.id) as orders,
          coalesce(
            sum(order_cost(o) - o.refunded_cents) filter (where o.state = 'complete' and not o.is_test), 0
          ) as spent
        from app_user u left join orders o on o.user_id = u.id group by u.id
      ) counted using (user_id)
      where kept.orders is distinct from counted.orders
        or kept.spend_cents is distinct from counted.spent`,
  },
  {
    rule: 'addresses default',
    statement: 'an account with addresses has exactly one default address',
    breaches: sql`
      select user_id, count(*) as addresses, count(*) filter (where is_default) as defaults
      from address group by user_id having count(*) filter (where is_default) <> 1`,
  },
  {
    rule: 'addresses erased',
    statement:
      'a closed account has no addresses, and its orders keep a delivery address only while they are being paid for or on their way',
    breaches: sql`
      select u.id as user_id, o.id as order_id, a.id as address_id from app_user u
      left join orders o on o.user_id = u.id and o.delivery_address is not null
        and not (o.state = 'complete' and o.delivered_at is null)
        and not (o.state = 'confirm'
          and (o.sent_at is not null or exists (select from payment where order_id = o.id)))
      left join address a on a.user_id = u.id
      where u.deleted_at is not null and (o.id is not null or a.id is not null)`,
  },
  {
    rule: 'E11 lines',
    statement: 'a cart has one line per product, each with 1 to 99 units',
    breaches: sql`
      select user_id, product_id, count(*) as lines, min(quantity) as quantity from cart_item
      group by user_id, product_id
      having count(*) > 1 or min(quantity) < 1 or max(quantity) > 99`,
  },
  {
    rule: 'E11 numbers',
    statement: "a customer's cart events are numbered without gaps, up to the last number assigned",
    breaches: sql`
      with event as (
        select id, user_id, seq,
          max(seq) filter (where created_at <= now() - ${KEPT_EVENTS}) over (partition by user_id) as old
        from outbox where seq is not null
      )
      select u.id, u.event_seq, count(e.id) as events, min(e.seq) as first, max(e.seq) as last
      from app_user u join event e on e.user_id = u.id
      -- An abandoned event stays, while later events are delivered and pruned: up to the newest event
      -- that is old enough to be pruned, gaps are allowed.
      where e.seq > coalesce(e.old, 0)
      group by u.id
      having max(e.seq) <> u.event_seq
        or count(e.id) <> max(e.seq) - min(e.seq) + 1
        or count(distinct e.seq) <> count(e.id)`,
  },
]
