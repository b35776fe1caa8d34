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

const WITH_SUM = {
  least: 'error.couponLeast',
  tooLittle: 'error.couponTooLittle',
} as const

/**
 * Explains to the customer why a coupon is invalid.
 * @param cents the coupon's minimum purchase; for `tooLittle`, the minimum charge.
 */
export function couponSentence(
  problem: CouponProblem | 'tooLittle',
  cents: number | null,
): Sentence {
  if (problem !== 'least' && problem !== 'tooLittle') return SENTENCES[problem]
  return { id: WITH_SUM[problem], values: { sum: { cents: cents ?? 0 } } }
}
