import { sql } from 'kysely'
import type { Coupon, Unversioned } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import type { Handle } from '../platform/db/database.ts'

type CouponRow = Omit<
  Unversioned<Coupon>,
  'amount' | 'least' | 'given' | 'starts_at' | 'ends_at'
> & {
  amount_cents: number | null
  least_cents: number | null
  given_cents: number
  starts_at: Date | null
  ends_at: Date | null
}

const dollars = (cents: number | null) => (cents === null ? null : fromCents(cents))

/** All coupons except deleted ones, newest first. */
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
