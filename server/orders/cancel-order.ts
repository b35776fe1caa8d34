/** Cancels an unpaid order and reprices the rest of its purchase. */
import { toCents } from '#contract/money.ts'
import type { Tx } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { lockOrders } from './lock-purchase.ts'
import { type MoveRequest, moveOrder } from './move-order.ts'
import { findRest, priceRest } from './price-of-rest.ts'

export interface CancelRequest extends MoveRequest {
  /**
   * The total shown to the customer for the rest of the purchase, in cents; if missing or null, any total is accepted.
   */
  restCents?: number | null
}

/**
 * Repeating a cancellation changes nothing.
 * @throws ShopError like `moveOrder`, and `conflict` if the rest no longer costs what was shown.
 */
export async function cancelOrder(tx: Tx, { restCents = null, ...request }: CancelRequest) {
  const { orderId } = request
  await lockOrders(tx, { orderId })
  const moved = await moveOrder(tx, request)
  if (!moved.changed) return moved
  await priceRest(tx, { orderId })
  if (restCents === null) return moved
  const rest = await findRest(tx, moved.order.orderBy, orderId)
  if (toCents(rest?.total ?? 0) !== restCents) throw new ShopError('conflict', 'error.restChanged')
  return moved
}
