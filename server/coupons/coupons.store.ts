import { sql } from 'kysely'
import type { Coupon, Unversioned } from '#contract/admin.ts'
import type { Category } from '#contract/locale.ts'
import { fromCents } from '#contract/money.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import type { CouponFigures } from './kinds/coupon-kind.ts'

/** What staff enter about a coupon, as the shop stores it. */
export interface CouponValues extends CouponFigures {
  code: string
  kind: Coupon['kind']
  starts_at: string | null
  ends_at: string | null
  least_cents: number | null
  categories: Category[] | null
  product_ids: number[] | null
  max_uses: number | null
  max_uses_per_customer: number | null
  is_active: boolean
}

interface CouponRow extends Omit<CouponValues, 'starts_at' | 'ends_at'> {
  id: number
  products: Coupon['products']
  uses: number
  starts_at: Date | null
  ends_at: Date | null
  given_cents: number
}

const dollars = (cents: number | null) => (cents === null ? null : fromCents(cents))

/** Newest first. */
export async function findCoupons(db: Handle): Promise<Unversioned<Coupon>[]> {
  const { rows } = await sql<CouponRow>`
    select coupon.id, code, kind, percent, amount_cents, starts_at, ends_at, least_cents, categories,
      product_ids, max_uses, max_uses_per_customer, is_active, uses,
      given.cents as given_cents, named.products
    from coupon cross join lateral (
      select coalesce(sum(discount_cents), 0)::bigint as cents from order_batch
      where coupon_id = coupon.id and coupon_returned_at is null
    ) given cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'name_ar', name_ar) order by id), '[]')
        as products
      from product where id in (select value::bigint from jsonb_array_elements(product_ids))
    ) named
    where deleted_at is null order by coupon.id desc`.execute(db)
  return rows.map(({ amount_cents, least_cents, given_cents, starts_at, ends_at, ...coupon }) => ({
    ...coupon,
    amount: dollars(amount_cents),
    least: dollars(least_cents),
    given: fromCents(given_cents),
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
  }))
}

/** @returns the id. */
export async function insertCoupon(tx: Tx, c: CouponValues): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into coupon (code, kind, percent, amount_cents, starts_at, ends_at, least_cents, categories,
      product_ids, max_uses, max_uses_per_customer, is_active)
    values (${c.code}, ${c.kind}, ${c.percent}, ${c.amount_cents}, ${c.starts_at}::timestamptz,
      ${c.ends_at}::timestamptz, ${c.least_cents}, ${c.categories}::text[],
      ${c.product_ids && JSON.stringify(c.product_ids)}::text::jsonb, ${c.max_uses}, ${c.max_uses_per_customer}, ${c.is_active})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

export async function updateCoupon(tx: Tx, id: number, c: CouponValues): Promise<void> {
  await sql`
    update coupon set code = ${c.code}, kind = ${c.kind}, percent = ${c.percent},
      amount_cents = ${c.amount_cents}, starts_at = ${c.starts_at}::timestamptz,
      ends_at = ${c.ends_at}::timestamptz, least_cents = ${c.least_cents},
      categories = ${c.categories}::text[], product_ids = ${c.product_ids && JSON.stringify(c.product_ids)}::text::jsonb,
      max_uses = ${c.max_uses}, max_uses_per_customer = ${c.max_uses_per_customer},
      is_active = ${c.is_active}, updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Takes the coupon off the list; purchases keep referring to it. */
export async function removeCoupon(tx: Tx, id: number): Promise<void> {
  await sql`update coupon set deleted_at = now(), is_active = false where id = ${id}`.execute(tx)
}

/** Makes writers wait for each other, and orders with the coupon wait for them. */
export async function lockCoupon(tx: Tx, id: number): Promise<void> {
  await sql`select from coupon where id = ${id} for no key update`.execute(tx)
}
