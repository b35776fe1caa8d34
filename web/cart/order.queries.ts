import type { placeOrder } from '#contract/orders.ts'
import { ApiError, request } from '#web/api/request.ts'
import type { OrderAttempt } from './order-attempt.ts'

/** Places the order. @returns false for any success status except 201. */
export async function submitOrder({ key, body }: OrderAttempt): Promise<boolean> {
  const reply = await request<typeof placeOrder>('POST /api/user/order', {
    body,
    headers: { 'idempotency-key': key },
  })
  return reply.status === 201
}

/** A product with fewer units in stock than were ordered. */
export interface Shortage {
  id: number
  name: string
  available: number
}

/** Returns the products that a refusal names as short; none for any other failure. */
export function shortages(error: unknown): Shortage[] {
  if (!(error instanceof ApiError) || error.code !== 'out_of_stock') return []
  return (error.body as { products?: Shortage[] }).products ?? []
}
