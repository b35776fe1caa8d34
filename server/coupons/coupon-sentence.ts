import type { Sentence } from '../platform/words/sentence.ts'
import type { CouponProblem } from './coupon-terms.ts'

const SENTENCES = {
  unknown: 'error.couponUnknown',
  early: 'error.couponEarly',
  expired: 'error.couponExpired',
  usedUp: 'error.couponUsedUp',
  usedByYou: 'error.couponUsedByYou',
  account: 'error.couponAccount',
  nothing: 'error.couponNothing',
} as const satisfies Partial<Record<CouponProblem, Sentence>>

/** Those that name a sum. */
const WITH_SUM = {
  least: 'error.couponLeast',
  tooLittle: 'error.couponTooLittle',
} as const

/**
 * Why a coupon does not hold, for the customer.
 * @param cents its least sum, or for `tooLittle`, which its purchase shows, the least charge.
 */
export function couponSentence(
  problem: CouponProblem | 'tooLittle',
  cents: number | null,
): Sentence {
  if (problem !== 'least' && problem !== 'tooLittle') return SENTENCES[problem]
  return { id: WITH_SUM[problem], values: { sum: { cents: cents ?? 0 } } }
}
