/** A coupon's discount on a purchase, for the statements that quote or place the purchase. */
import { type RawBuilder, sql } from 'kysely'
import { latinDigits, withoutUnseen } from '#contract/typed-text.ts'
import { withoutSigns } from '../platform/words/arabic.ts'
import { type Guesser, mayGuess } from './coupon-guesses.ts'
import { DISCOUNT, deliveryFee } from './coupon-kinds.ts'

export type CouponProblem =
  | ('unknown' | 'early' | 'expired' | 'usedUp' | 'usedByYou' | 'account')
  | ('least' | 'nothing')

/**
 * Normalizes a code to its stored form: customers may type spaces, lowercase letters, the digits of either language,
 * and Arabic with or without vowel signs and elongation.
 */
export function couponCode(typed: string): string {
  const text = withoutSigns(withoutUnseen(latinDigits(typed.normalize('NFKC'))))
  return text.replace(/\s+/g, '').toUpperCase()
}

interface CouponParts extends Guesser {
  code: string
  /** Rows of (position, product_id, cents): the lines with their totals. */
  lines: RawBuilder<unknown>
  /** A condition that locks other rows before the coupon is locked; set for an order, not for a quote. */
  lockedAfter?: RawBuilder<unknown>
}

/**
 * Common table expressions for a `with` clause: `coupon_line` (position, cents, is_eligible), and `reduced`, which has
 * one row, or none for an unknown code (`countGuess` counts it): `id`, `uses`, `kind`, `problem` (null if the coupon is
 * valid), `eligible`, `least` (the minimum purchase, or null) and `discount` in cents, and `copy`, the terms to store
 * with the purchase.
 */
export function couponTerms({ code, userId, network, lines, lockedAfter }: CouponParts) {
  const known = sql`
    select * from coupon where code = ${code} and deleted_at is null and ${mayGuess({ userId, network })}`
  const found = lockedAfter ? sql`${known} and ${lockedAfter} for no key update` : known
  return sql`
    found_coupon as materialized (${found}), coupon_line as materialized (
      select line.position, line.cents,
        (found_coupon.categories is null and found_coupon.product_ids is null)
          or coalesce(category.name = any(found_coupon.categories), false)
          or coalesce(found_coupon.product_ids @> to_jsonb(product.id), false) as is_eligible
      from found_coupon cross join (${lines}) line
        join product on product.id = line.product_id
        join category on category.id = product.category_id
    ), coupon_sum as (
      select coalesce(sum(cents), 0)::bigint as items,
        coalesce(sum(cents) filter (where is_eligible), 0)::bigint as eligible
      from coupon_line
    ), reduced as materialized (
      select c.id, c.uses, c.kind, eligible, c.least_cents as least, case
          when not c.is_active then 'unknown'
          when c.starts_at > now() then 'early'
          when c.ends_at <= now() then 'expired'
          when c.uses >= c.max_uses then 'usedUp'
          -- A person could order as a new guest each time.
          when c.max_uses_per_customer is not null
            and exists (select from app_user where id = ${userId} and guest) then 'account'
          when c.max_uses_per_customer <= (
            select own.uses from coupon_customer own
            where own.coupon_id = c.id and own.user_id = ${userId}
          ) then 'usedByYou'
          when items < c.least_cents then 'least'
          when eligible = 0 then 'nothing'
        end as problem,
        ${DISCOUNT} as discount,
        ${COPY_OF_COUPON} as copy
      from found_coupon c cross join coupon_sum
    )`
}

/** The delivery fee, in cents, for a row `method` of `offeredMethods`, with the coupon from `reduced`. */
export const REDUCED_FEE = deliveryFee(sql`(select kind from reduced)`, sql`method.cents`)

/** The copy of a coupon `c` to store with a purchase; see StoredCoupon in tables.ts. */
export const COPY_OF_COUPON = sql`jsonb_build_object(
  'id', c.id, 'code', c.code, 'kind', c.kind, 'percent', c.percent, 'amount_cents', c.amount_cents,
  'least_cents', c.least_cents)`

/**
 * A query on `reduced` and `coupon_line` for each eligible line's share of the discount (position, cents). Rounding the
 * running sum makes the shares add up exactly, and no share exceeds its line.
 */
export const SHARES = sql`
  select position, round(discount * upto / eligible)::bigint
    - round(discount * (upto - cents) / eligible)::bigint as cents
  from reduced cross join (
    select position, cents, sum(cents) over (order by position) as upto
    from coupon_line where is_eligible
  ) line where eligible > 0`
