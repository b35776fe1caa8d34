import type { OrderState } from '#contract/order-moves.ts'
import type { Unearned } from '../orders/price-of-rest.ts'
import { ShopError } from '../platform/http/shop-error.ts'

export const inReview = (state: OrderState) =>
  new ShopError('conflict', 'error.paymentInReview', { state })

export const overdue = () =>
  new ShopError('conflict', 'error.paymentOverdue', { state: 'canceled' })

/** The total is no longer the one shown to the customer. */
export const purchaseChanged = () => new ShopError('conflict', 'error.purchaseChanged')

/** The order is on its way, to be paid in cash: by paying online, the customer would pay twice. */
export const isCollected = () =>
  new ShopError('conflict', 'error.cashOnItsWay', { state: 'confirm' })

/** @param minimum the provider's minimum charge, in cents. */
export const tooLittle = (minimum: number) => needs('error.tooLittle', minimum)

/** These orders alone do not reach the minimum of the purchase's coupon or free delivery. */
export const unearnedAlone = ({ cents, what }: Unearned) =>
  needs(what === 'coupon' ? 'error.couponWholePurchase' : 'error.deliveryWholePurchase', cents)

function needs(
  id: 'error.tooLittle' | 'error.couponWholePurchase' | 'error.deliveryWholePurchase',
  cents: number,
): ShopError {
  return new ShopError('conflict', { id, values: { sum: { cents } } })
}

export const underWay = () =>
  new ShopError('conflict', 'error.paymentUnderWay', { state: 'confirm' })

export const mayBePaid = (state: OrderState, seconds: number) =>
  new ShopError('conflict', 'error.paymentUnknown', { state, retryAfter: seconds })

export const unavailable = () =>
  new ShopError('unavailable', 'error.paymentUnavailable', { retryAfter: 5 })
