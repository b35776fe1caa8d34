import type { Order } from '#contract/orders.ts'
import { hasDefaultAddress } from '../addresses/address-copy.ts'
import { countGuess } from '../coupons/coupon-guesses.ts'
import { couponSentence } from '../coupons/coupon-sentence.ts'
import { type Database, type Handle, withRetries } from '../platform/db/database.ts'
import { constraintOf } from '../platform/db/sql-errors.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { inMaintenance } from './maintenance.ts'
import { isTooLittle } from './minimum-charge.ts'
import { findEarlier, freeExpiredKey, hashOf } from './order-keys.ts'
import {
  type Attempt,
  needsAddress,
  type OrderRequest,
  orderAll,
  type Placing,
} from './order-statement.ts'
import { quotePurchase } from './quote.ts'
import { overLimit } from './unpaid-limits.ts'

/**
 * Orders the lines, once per key: repeating a request within 24 hours returns the first response.
 * @throws ShopError `forbidden` for an `orderBy` that is not the caller, `not_found` for an unknown product or address,
 * `out_of_stock` with the products that lack stock, `price_changed` with a new quote, `maintenance` while the shop is
 * closed, `unpaid_orders` and `too_many` beyond the limits, `invalid` when the key was used with a different body, the
 * coupon is not valid, the caller has no address where one is required, no shipping method covers the address, the
 * chosen method is not offered, or the request chooses cash where cash is not accepted.
 */
export async function placeOrder(db: Database, caller: Caller, placing: Placing): Promise<Order[]> {
  const { lines } = placing
  if (lines.some(({ orderBy }) => orderBy !== undefined && orderBy !== caller.id)) {
    throw new ShopError('forbidden', 'error.orderForAnother')
  }
  const request = {
    ...placing,
    userId: caller.id,
    bodyHash: hashOf(placing),
    productIds: lines.map(({ Product }) => Product),
    quantities: lines.map(({ quantity }) => quantity ?? 1),
  }
  // Retries after a deadlock, which is possible although the locks are taken in id order: adding a line to a cart holds
  // a key lock on the product, and changing a row with several lockers also waits for the row's earlier version.
  const outcome = await withRetries(() => orderAll(db.run, request)).catch(usedMeanwhile)
  if (outcome.orders) return outcome.orders
  // The order was not placed. Three causes are not errors: the same request was made before, an earlier purchase holds
  // the expired key, or the default address has just changed.
  const earlier = await findEarlier(db.run, request)
  if (earlier) return earlier
  if (await freeExpiredKey(db.run, request)) return placeOrder(db, caller, placing)
  if (lacksDefault(request, outcome) && (await hasDefaultAddress(db.run, caller.id))) {
    // Another address became the default while the statement waited, so the statement saw no default address.
    return placeOrder(db, caller, placing)
  }
  if (outcome.limit === 'closed') throw inMaintenance()
  if (outcome.couponProblem === 'unknown') await countGuess(db.run, request)
  const reason = outcome.limit
    ? await overLimit(db.run, caller.id, outcome.limit)
    : (orderError(request, outcome) ?? (await priceChange(db.run, request, outcome)))
  // Nothing prevents the order: a concurrent repeat of this request has just released the expired key and placed the
  // order.
  if (!reason) return placeOrder(db, caller, placing)
  throw reason
}

/** Reports a coupon that another of the customer's orders used up while the statement waited. */
function usedMeanwhile(error: unknown): never {
  if (constraintOf(error) !== 'coupon_customer_used_up') throw error
  throw invalid({ coupon: [couponSentence('usedByYou', null)] })
}

function lacksDefault({ addressId, addressRequired }: OrderRequest, attempt: Attempt): boolean {
  return addressRequired && addressId === null && attempt.limit === null && !attempt.hasAddress
}

/**
 * The error that explains the failed attempt; null if the lines, address, coupon, delivery and payment are all
 * accepted.
 */
function orderError(request: OrderRequest, attempt: Attempt): ShopError | null {
  const { products: locked, hasAddress, isPayable, total } = attempt
  const { productIds, quantities, addressId, deliveryId } = request
  const known = new Map(locked.map((product) => [product.id, product]))
  if (productIds.some((id) => !known.has(id))) return notFound()
  if (needsAddress(request) && !hasAddress) {
    return addressId === null ? invalid({ addressId: ['error.addressMissing'] }) : notFound()
  }
  const wanted = new Map<number, number>()
  for (const [index, id] of productIds.entries()) {
    wanted.set(id, (wanted.get(id) ?? 0) + (quantities[index] ?? 0))
  }
  const products = locked.filter(({ id, available }) => available < (wanted.get(id) ?? 0))
  if (products.length > 0) {
    return new ShopError('out_of_stock', 'error.outOfStock', { status: 409, products })
  }
  if (attempt.couponProblem) {
    return invalid({ coupon: [couponSentence(attempt.couponProblem, attempt.couponLeast)] })
  }
  if (request.coupon !== null && total !== null && isTooLittle(total, request.minimumCents)) {
    return invalid({ coupon: [couponSentence('tooLittle', request.minimumCents)] })
  }
  if (total !== null) return isPayable ? null : invalid({ payment: ['error.noCash'] })
  return invalid({
    delivery: [deliveryId === null ? 'error.noDelivery' : 'error.deliveryGone'],
  })
}

/** The error for a changed total, with the current quote; null if the request states no total, or the current total. */
async function priceChange(
  db: Handle,
  request: OrderRequest,
  { total }: Attempt,
): Promise<ShopError | null> {
  const { totalCents, minimumCents } = request
  if (totalCents === null || totalCents === total) return null
  const { quote } = await quotePurchase(db, request, request, minimumCents)
  return new ShopError('price_changed', 'error.priceChanged', { status: 409, quote })
}
