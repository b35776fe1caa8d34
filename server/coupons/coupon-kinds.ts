/** Each kind of coupon has a file in kinds/ and an entry here. */
import { type RawBuilder, sql } from 'kysely'
import type { Coupon } from '#contract/admin.ts'
import { amount } from './kinds/amount.ts'
import type { CouponKind } from './kinds/coupon-kind.ts'
import { delivery } from './kinds/delivery.ts'
import { percent } from './kinds/percent.ts'

export const COUPON_KINDS: Record<Coupon['kind'], CouponKind> = { percent, amount, delivery }

/** The discount of a coupon `c` in cents; `eligible` is the subtotal of the items to which it applies. */
export const DISCOUNT = byKind(sql`c.kind`, ({ discount }) => discount, sql`0`)

/**
 * The delivery fee with a coupon, in cents.
 * @param kind the coupon's kind; null without a coupon.
 * @param fee the fee without a coupon.
 */
export function deliveryFee(kind: RawBuilder<unknown>, fee: RawBuilder<unknown>) {
  return byKind(kind, (one) => one.deliveryFee?.(fee), fee)
}

function byKind(
  name: RawBuilder<unknown>,
  what: (kind: CouponKind) => RawBuilder<unknown> | undefined,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const cases = Object.entries(COUPON_KINDS).flatMap(([known, kind]) => {
    const then = what(kind)
    return then ? [sql`when ${sql.lit(known)} then ${then}`] : []
  })
  return sql`case ${name} ${sql.join(cases, sql` `)} else ${otherwise} end`
}
