/** The refusals of the payment calls. */
import type { OrderState } from '#contract/order-moves.ts'
import { ShopError } from '../platform/http/shop-error.ts'

export function inReview(state: OrderState): ShopError {
  return new ShopError('conflict', 'refusal.paymentInReview', { state })
}

export function overdue(): ShopError {
  return new ShopError('conflict', 'refusal.paymentOverdue', {
    state: 'canceled' satisfies OrderState,
  })
}

/** The sum is not the one that the customer was shown. */
export function purchaseChanged(): ShopError {
  return new ShopError('conflict', 'refusal.purchaseChanged')
}

export function underWay(): ShopError {
  return new ShopError('conflict', 'refusal.paymentUnderWay', {
    state: 'confirm' satisfies OrderState,
  })
}

export function mayBePaid(state: OrderState, seconds: number): ShopError {
  return new ShopError('conflict', 'refusal.paymentUnknown', { state, retryAfter: seconds })
}

export function unavailable(): ShopError {
  return new ShopError('unavailable', 'refusal.paymentUnavailable', { retryAfter: 5 })
}
