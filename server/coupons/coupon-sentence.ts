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

/** Why a coupon does not hold, for the customer. @param least its least sum, in cents. */
export function couponSentence(problem: CouponProblem, least: number | null): Sentence {
  if (problem !== 'least') return SENTENCES[problem]
  return { id: 'refusal.couponLeast', values: { sum: formatPrice(fromCents(least ?? 0)) } }
}
