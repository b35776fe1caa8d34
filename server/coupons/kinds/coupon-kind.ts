import type { RawBuilder } from 'kysely'
import type { CouponForm } from '#contract/admin.ts'
import type { FieldSentences } from '../../platform/words/sentence.ts'

/** The columns that only coupons of some kind fill in. */
export interface CouponFigures {
  percent: number | null
  amount_cents: number | null
}

export const NO_FIGURES: CouponFigures = { percent: null, amount_cents: null }

/** What makes a kind of coupon; the statements of the quote and the order are built from it. */
export interface CouponKind {
  /**
   * What a coupon `c` takes off the items, in cents, where `eligible` is the sum of those that it is
   * for; nothing unless given.
   */
  discount?: RawBuilder<unknown>
  /** What the delivery costs with it, from its fee without it, in cents; the same unless given. */
  deliveryFee?(fee: RawBuilder<unknown>): RawBuilder<unknown>
  /** Reads its figures of a form. @throws ShopError `invalid` for an amount that cannot be. */
  read?(form: CouponForm): Partial<CouponFigures>
  /** What is wrong with its figures. */
  check?(figures: CouponFigures): FieldSentences
}
