/** A large shop with half a year of orders, generated in SQL within a minute. */
import { sql } from 'kysely'
import { rollUpDays } from '../../server/orders/sales.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { generateProducts } from './products/generate-products.ts'
import { makeOwner } from './scale-data.ts'

export interface ShopSize {
  products: number
  customers: number
  orders: number
}

const AUDIT_SHARE = 0.2

/**
 * Fills an empty, migrated PostgreSQL database as a superuser: triggers and foreign keys are off during the inserts,
 * and the figures that triggers maintain are computed at the end.
 */
export async function fillShop(db: Database, size: ShopSize): Promise<void> {
  const ownerId = await makeOwner(db)
  await generateProducts(db, { count: size.products, seed: 1, userId: ownerId })
  await db.root.connection().execute(async (on) => {
    await sql`set statement_timeout = 0`.execute(on)
    await sql`set maintenance_work_mem = '256MB'`.execute(on)
    await sql`set work_mem = '256MB'`.execute(on)
    await sql`set session_replication_role = replica`.execute(on)
    await sql`select setseed(0.2026)`.execute(on)
    await sql`
      insert into app_user (username, email, phone, created_at)
      select (array['Amina','Omar','Lina','Yusuf','Sara','Hana','Karim','Noor','Adam','Maya'])[1 + n % 10]
          || ' ' || (array['Haddad','Mansour','Smith','Khalil','Jones','Nasser','Brown','Saleh'])[1 + n / 10 % 8]
          || ' ' || n,
        'customer' || n || '@example.com', '+9665' || (10000000 + n),
        now() - random() * interval '400 days'
      from generate_series(1, ${size.customers}::integer) n`.execute(on)
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes i
      where schemaname = current_schema() and tablename in ('orders', 'order_history', 'payment')
        and not exists (select from pg_constraint where conname = i.indexname)`.execute(on)
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(on)
    await placeOrders(on, size)
    for (const { definition } of indexes) await sql.raw(definition).execute(on)
    await sumUp(on)
    await sql`
      insert into audit_entry (actor_id, action, entity, entity_id, before, after, at)
      select ${ownerId}, (array['edit', 'restock', 'confirm', 'refund', 'disable'])[1 + n % 5],
        (array['product', 'product', 'order', 'order', 'customer'])[1 + n % 5], 1 + n % 1000,
        '{"price": 10}', '{"price": 12.5}', now() - n * interval '1 minute'
      from generate_series(1, ${Math.round(size.orders * AUDIT_SHARE)}::integer) n`.execute(on)
    await sql`set session_replication_role = origin`.execute(on)
    await sql`vacuum analyze`.execute(on)
    await sql`reset all`.execute(on)
  })
  await rollUpDays(db)
}

type On = Parameters<Parameters<ReturnType<Database['root']['connection']>['execute']>[0]>[0]

/**
 * Inserts the orders of 180 days, oldest first, as in a real shop. Every twentieth order is from one of the hundred
 * best customers, and half of all orders are for a tenth of the products. Of 100 orders older than a day, 86 are
 * delivered, 8 canceled, 5 refunded and 1 late; a third of the last day's orders are unpaid.
 */
async function placeOrders(on: On, { orders }: ShopSize): Promise<void> {
  await sql`
    create temporary table made as
    select n, random() as fate, now() - random() * interval '180 days' as at,
      case when random() < 0.05 then random() * 0.001 else random() end as who,
      case when random() < 0.5 then random() * 0.1 else random() end as what
    from generate_series(1, ${orders}::integer) n`.execute(on)
  await sql`
    insert into order_batch (user_id, body_hash, order_count)
    select 1, ''::bytea, 1 from made`.execute(on)
  await sql`
    with buyer as (
      select array_agg(id order by id) as ids, count(*) as number
      from app_user where account_type = 'customer'
    ), goods as (
      select array_agg(id order by id) as ids, count(*) as number from product
    ), chosen as (
      select made.*, buyer.ids[1 + floor(who * buyer.number)::integer] as user_id,
        goods.ids[1 + floor(what * goods.number)::integer] as product_id,
        at < now() - interval '1 day' as is_old, 1 + n % 3 as quantity
      from made, buyer, goods
    ), course as (
      select *, case
        when is_old then case when fate < 0.08 then 'canceled' when fate < 0.13 then 'refunded'
          when fate < 0.14 then 'shipped' else 'delivered' end
        when fate < 0.2 then 'confirm' when fate < 0.33 then 'pending' else 'shipped'
      end as fared
      from chosen
    )
    insert into orders (batch_id, user_id, product_id, product_name, product_name_ar, picture_key,
      quantity, unit_price_cents, total_cents, state, confirmed_at, paid_at, delivered_at,
      canceled_at, created_at, updated_at)
    select n, course.user_id, product_id, name, name_ar, picture_key, quantity, price_cents,
      price_cents::bigint * quantity,
      case fared when 'refunded' then 'canceled' when 'canceled' then 'canceled'
        when 'shipped' then 'complete' when 'delivered' then 'complete' else fared end,
      case when fared <> 'pending' then at + interval '15 seconds' end,
      case when fared in ('refunded', 'shipped', 'delivered') then at + interval '5 minutes' end,
      case when fared = 'delivered' then at + interval '20 hours' end,
      case when fared in ('refunded', 'canceled') then at + interval '22 hours' end, at, at
    from course join product on product.id = product_id order by at`.execute(on)
  await sql`
    insert into order_history (order_id, move, from_state, to_state, actor, actor_id, at)
    select id, 'place', null, 'pending', 'customer', user_id, created_at from orders
    union all select id, 'confirm', 'pending', 'confirm', 'server', null, confirmed_at
    from orders where confirmed_at is not null
    union all select id, 'pay', 'confirm', 'complete', 'customer', user_id, paid_at
    from orders where paid_at is not null`.execute(on)
  await sql`
    insert into payment (id, charge_id, order_id, provider, provider_ref, amount_cents, state, created_at, updated_at)
    select payment_id, payment_id, id, 'sandbox', 'made-' || id, total_cents,
      case when state = 'complete' then 'captured' else 'refunded' end, paid_at, paid_at
    from (select *, gen_random_uuid() as payment_id from orders where paid_at is not null) paid`.execute(
    on,
  )
}

async function sumUp(on: On): Promise<void> {
  await sql`truncate customer_sales`.execute(on)
  await sql`
    insert into customer_sales (user_id, orders, spend_cents)
    select app_user.id, count(orders.id),
      coalesce(sum(total_cents) filter (where state = 'complete'), 0)
    from app_user left join orders on orders.user_id = app_user.id group by app_user.id`.execute(on)
}
