import type { placeOrder } from '#contract/orders.ts'
import { ApiError, request } from '#web/api/request.ts'
import type { OrderAttempt } from './order-attempt.ts'

/** Places the order; false when the answer is any other than 201. */
export async function submitOrder({ key, body }: OrderAttempt): Promise<boolean> {
  const reply = await request<typeof placeOrder>('POST /api/user/order', {
    body,
    headers: { 'idempotency-key': key },
  })
  return reply.status === 201
}

/** A product of which there is less than was ordered. */
export interface Shortage {
  id: number
  name: string
  available: number
}

/** Which products a refusal names as short, none for any other failure. */
export function shortages(error: unknown): Shortage[] {
  if (!(error instanceof ApiError) || error.code !== 'out_of_stock') return []
  return (error.body as { products?: Shortage[] }).products ?? []
}
