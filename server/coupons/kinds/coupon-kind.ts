import type { RawBuilder } from 'kysely'
import type { CouponForm } from '#contract/admin.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

/** The columns used by only some kinds of coupons. */
export interface CouponFigures {
  percent: number | null
  amount_cents: number | null
}

export const NO_FIGURES: CouponFigures = { percent: null, amount_cents: null }

/** A kind of coupon, from which the statements for quotes and orders are built. */
export interface CouponKind {
  /**
   * The discount of a coupon `c`, in cents; 0 by default. `eligible` is the subtotal of the items to which the coupon
   * applies.
   */
  discount?: RawBuilder<unknown>
  /** The delivery fee with the coupon, given the fee without it, in cents; unchanged by default. */
  deliveryFee?(fee: RawBuilder<unknown>): RawBuilder<unknown>
  /** Reads the kind's figures from a form. @throws ShopError `invalid` if an amount is invalid. */
  read?(form: CouponForm): Partial<CouponFigures>
  check?(figures: CouponFigures): FieldSentences
}
