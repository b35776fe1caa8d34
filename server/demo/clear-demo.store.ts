import { type RawBuilder, sql } from 'kysely'
import { IS_OWNER } from '../accounts/roles.ts'
import type { Handle } from '../platform/db/database.ts'
import { DEMO_COUPON } from './history-money.store.ts'

const DEMO_USERS = sql`(select id from app_user where demo)`
const DEMO_ORDERS = sql`(select id from orders where user_id in ${DEMO_USERS})`

/** @returns the id of the first owner account outside the demo that can sign in; null if there is none. */
export async function findOwnAdmin(tx: Handle): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user
    where ${IS_OWNER} and not demo
    order by id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** @returns the ids of the products that demo users ordered or rated. */
export async function findTouchedProducts(tx: Handle): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id from orders where user_id in ${DEMO_USERS}
    union select product_id from rating where user_id in ${DEMO_USERS}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Deletes demo orders and everything that depends on them.
 * @returns how many orders were deleted.
 */
export async function deleteDemoOrders(tx: Handle): Promise<number> {
  await sql`
    delete from outbox where history_id in (
      select id from order_history where order_id in ${DEMO_ORDERS}
    )`.execute(tx)
  await sql`delete from order_history where order_id in ${DEMO_ORDERS}`.execute(tx)
  await deleteLedgerRows(tx, sql`order_id in ${DEMO_ORDERS}`)
  await sql`delete from invoice where series = 'demo'`.execute(tx)
  await sql`delete from invoice_series where series = 'demo'`.execute(tx)
  await sql`delete from payment where order_id in ${DEMO_ORDERS}`.execute(tx)
  const orders = await count(tx, sql`delete from orders where user_id in ${DEMO_USERS}`)
  await sql`
    update coupon set uses = coupon.uses - demo.uses from (
      select coupon_id, count(*)::integer as uses from order_batch
      where user_id in ${DEMO_USERS} and coupon_id is not null and coupon_returned_at is null
      group by coupon_id
    ) demo where coupon.id = demo.coupon_id`.execute(tx)
  await sql`delete from coupon_customer where user_id in ${DEMO_USERS}`.execute(tx)
  await sql`delete from order_batch where user_id in ${DEMO_USERS}`.execute(tx)
  // The demo's coupon is kept if the owner's customers used it for purchases.
  await sql`
    delete from coupon where code = ${DEMO_COUPON}
      and not exists (select from order_batch where coupon_id = coupon.id)`.execute(tx)
  return orders
}

/** Deletes stock ledger entries. A trigger forbids this, so it is disabled during the deletion. */
async function deleteLedgerRows(tx: Handle, which: RawBuilder<unknown>): Promise<void> {
  await sql`alter table stock_ledger disable trigger stock_ledger_append_only`.execute(tx)
  await sql`delete from stock_ledger where ${which}`.execute(tx)
  await sql`alter table stock_ledger enable trigger stock_ledger_append_only`.execute(tx)
}

export async function deleteDemoRatings(tx: Handle): Promise<number> {
  return count(tx, sql`delete from rating where user_id in ${DEMO_USERS}`)
}

/**
 * Deletes the demo's products, or only hides those that remaining orders or ratings refer to. Call it after deleting
 * the demo orders and ratings.
 */
export async function deleteDemoProducts(tx: Handle) {
  const isKept = sql`(
    exists (select from orders where product_id = product.id)
    or exists (select from rating where product_id = product.id))`
  await sql`delete from cart_item where product_id in (select id from product where demo)`.execute(
    tx,
  )
  const hiddenProducts = await count(
    tx,
    sql`update product set deleted_at = now(), updated_at = now()
      where demo and deleted_at is null and ${isKept}`,
  )
  const doomed = sql`(select id from product where demo and not ${isKept})`
  await deleteLedgerRows(tx, sql`product_id in ${doomed}`)
  const products = await count(tx, sql`delete from product where id in ${doomed}`)
  await deleteDemoGroups(tx)
  return { products, hiddenProducts }
}

/** Deletes the demo's families, attributes, subcategories and brands that no remaining product or family uses. */
async function deleteDemoGroups(tx: Handle): Promise<void> {
  await sql`
    delete from family where demo
      and not exists (select from product where family_id = family.id)`.execute(tx)
  await sql`
    delete from attribute where demo
      and not exists (select from product_attribute where attribute_id = attribute.id)
      and not exists (select from family_axis where attribute_id = attribute.id)`.execute(tx)
  await sql`
    delete from sub_category where demo
      and not exists (select from product where sub_category_id = sub_category.id)`.execute(tx)
  await sql`
    delete from brand where demo
      and not exists (select from product where brand_id = brand.id)`.execute(tx)
}

/** Recounts units and ratings from the stock ledger, the orders, the ratings and the opening figures. */
export async function recountProducts(tx: Handle, ids: number[]): Promise<void> {
  await sql`
    update product set
      on_hand = ledger.on_hand,
      reserved = ledger.reserved,
      sold = done.units + before.sold,
      written_off = ledger.came - ledger.on_hand - done.units - before.sold,
      rating_sum = given.stars + before.rating_sum,
      rating_count = given.people + before.rating_count,
      updated_at = now()
    from product p
    cross join lateral (
      select coalesce(sum(d_on_hand), 0) as on_hand, coalesce(sum(d_reserved), 0) as reserved,
        coalesce(sum(d_on_hand) filter (where reason in ('initial', 'restock')), 0) as came
      from stock_ledger where product_id = p.id
    ) ledger
    cross join lateral (
      select coalesce(sum(quantity - refunded_units), 0) as units from orders
      where product_id = p.id and state = 'complete'
    ) done
    cross join lateral (
      select coalesce(sum(stars), 0) as stars, count(*) as people
      from rating where product_id = p.id and counted
    ) given
    cross join lateral (
      select coalesce(sum(sold), 0) as sold, coalesce(sum(rating_sum), 0) as rating_sum,
        coalesce(sum(rating_count), 0) as rating_count
      from opening_figures where product_id = p.id
    ) before
    where product.id = p.id and p.id = any(${ids}::bigint[])`.execute(tx)
}

/**
 * Transfers to the owner's account the products that a demo admin added and the demo products that were hidden rather
 * than deleted.
 */
export async function handOverProducts(tx: Handle, adminId: number): Promise<void> {
  await sql`update product set user_id = ${adminId} where user_id in ${DEMO_USERS}`.execute(tx)
}

/** @returns the ids of the demo users with unrevoked sessions, whose tokens servers may have cached. */
export async function findSignedIn(tx: Handle): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from session
    where revoked_at is null and user_id in ${DEMO_USERS}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the demo accounts that nothing refers to anymore, and disables the others. */
export async function deleteDemoAccounts(tx: Handle) {
  const isNamed = await namedElsewhere(tx)
  const accounts = await count(tx, sql`delete from app_user where demo and not ${isNamed}`)
  const disabledAccounts = await count(
    tx,
    sql`update app_user set password_hash = null, disabled_at = now(), updated_at = now()
      where demo and disabled_at is null`,
  )
  await sql`delete from session where user_id in ${DEMO_USERS}`.execute(tx)
  await sql`delete from cart_item where user_id in ${DEMO_USERS}`.execute(tx)
  return { accounts, disabledAccounts }
}

/**
 * SQL condition on `app_user`: the account is referenced by a row that would not be deleted with it. The referencing
 * tables are read from the schema, so that none is missed.
 */
async function namedElsewhere(tx: Handle): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'app_user'::regclass
      and k.confdeltype <> 'c'`.execute(tx)
  const names = rows.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} as t where ${sql.ref(`t.${column}`)} = app_user.id)`,
  )
  return sql`(${sql.join(names, sql` or `)})`
}

export async function deleteDemoWindow(tx: Handle) {
  return {
    slides: await count(tx, sql`delete from slide where demo`),
    partners: await count(tx, sql`delete from partner where demo`),
  }
}

async function count(tx: Handle, change: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await change.execute(tx)
  return Number(numAffectedRows ?? 0)
}
