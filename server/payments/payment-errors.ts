/** The errors of the payment calls. */

import { formatPrice, fromCents } from '#contract/money.ts'
import type { OrderState } from '#contract/order-moves.ts'
import { ShopError } from '../platform/http/shop-error.ts'

export function inReview(state: OrderState): ShopError {
  return new ShopError('conflict', 'error.paymentInReview', { state })
}

export function overdue(): ShopError {
  return new ShopError('conflict', 'error.paymentOverdue', {
    state: 'canceled' satisfies OrderState,
  })
}

/** The sum is not the one that the customer was shown. */
export function purchaseChanged(): ShopError {
  return new ShopError('conflict', 'error.purchaseChanged')
}

/** Its slip says what to collect: the customer would pay twice. */
export function isCollected(): ShopError {
  return new ShopError('conflict', 'error.cashOnItsWay', {
    state: 'confirm' satisfies OrderState,
  })
}

/** The provider would refuse it. @param minimum what it charges at least, in cents. */
export function tooLittle(minimum: number): ShopError {
  return new ShopError('conflict', {
    id: 'error.tooLittle',
    values: { sum: formatPrice(fromCents(minimum)) },
  })
}

/** @param least the sum that the coupon of the purchase needs, in cents. */
export function couponNeedsMore(least: number): ShopError {
  return new ShopError('conflict', {
    id: 'error.couponWholePurchase',
    values: { sum: formatPrice(fromCents(least)) },
  })
}

export function underWay(): ShopError {
  return new ShopError('conflict', 'error.paymentUnderWay', {
    state: 'confirm' satisfies OrderState,
  })
}

export function mayBePaid(state: OrderState, seconds: number): ShopError {
  return new ShopError('conflict', 'error.paymentUnknown', { state, retryAfter: seconds })
}

export function unavailable(): ShopError {
  return new ShopError('unavailable', 'error.paymentUnavailable', { retryAfter: 5 })
}
