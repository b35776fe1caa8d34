import type { CartItem } from '#contract/cart-item.ts'
import type { Order } from '#contract/orders.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'
import { cartQuery } from './cart.queries.ts'
import {
  forgetAttempt,
  hasOtherAttempt,
  identityOf,
  keepAttempt,
  type OrderAttempt,
} from './order-attempt.ts'

/** Error statuses that leave open whether an earlier attempt was placed. */
const UNDECIDED = [401, 408, 429]

/**
 * Places an order, or repeats an order whose reply was lost.
 * @returns the placed orders; null for any success status except 201
 */
export async function submitOrder(attempt: OrderAttempt): Promise<Order[] | null> {
  const { key, body } = attempt
  try {
    const reply = await request('POST /api/user/order', {
      body,
      headers: { 'idempotency-key': key },
    })
    forgetAttempt()
    return reply.status === 201 ? reply.data : null
  } catch (error) {
    if (!isRefused(error)) keepAttempt(attempt)
    else if (!UNDECIDED.includes(error.status)) forgetAttempt()
    throw error
  }
}

/**
 * Whether the lines can be ordered without ordering anything twice. If an order for different lines got no reply, the
 * server's cart decides, because ordered lines are no longer in it.
 * @throws NetworkError or ApiError if the cart cannot be fetched
 */
export async function areOpen(items: readonly CartItem[]): Promise<boolean> {
  if (!hasOtherAttempt(items)) return true
  const cart = await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 })
  return identityOf(cart) === identityOf(items)
}

/**
 * Whether the server rejected the order. Otherwise the order may have been placed: no reply arrived, or the server
 * failed after placing it.
 */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}

export interface Shortage {
  id: number
  name: string
  available: number
}

/** The products that an `out_of_stock` error reports as short; empty for any other error. */
export function shortages(error: unknown): Shortage[] {
  if (!(error instanceof ApiError) || error.code !== 'out_of_stock') return []
  return (error.body as { products?: Shortage[] }).products ?? []
}
