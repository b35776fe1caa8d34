import { formatPrice, fromCents } from '#contract/money.ts'
import type { Sentence } from '../platform/words/sentence.ts'
import type { CouponProblem } from './coupon-terms.ts'

const SENTENCES = {
  unknown: 'refusal.couponUnknown',
  early: 'refusal.couponEarly',
  expired: 'refusal.couponExpired',
  usedUp: 'refusal.couponUsedUp',
  usedByYou: 'refusal.couponUsedByYou',
  nothing: 'refusal.couponNothing',
} as const satisfies Partial<Record<CouponProblem, Sentence>>

/** Those that name a sum. */
const WITH_SUM = {
  least: 'refusal.couponLeast',
  tooLittle: 'refusal.couponTooLittle',
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
  return { id: WITH_SUM[problem], values: { sum: formatPrice(fromCents(cents ?? 0)) } }
}
