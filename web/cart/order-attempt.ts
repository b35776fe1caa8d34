/** Gives each order an idempotency key, so that a retry never places it twice. */
import { useRef } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { placeOrder } from '#contract/orders.ts'

export interface OrderAttempt {
  key: string
  body: BodyOf<typeof placeOrder>
}

/** Fields that the specification requires in every order; the server ignores them. */
const FIXED = { paymentMethod: 'card', deliveryMethod: 'delivery', state: 'pending' }

/**
 * Returns the same key and body for the same lines and address until `drop` is called after a reply. When a
 * reply is lost, the retry repeats the request exactly, including its times. Other lines are
 * another order with a key of their own.
 */
export function useOrderAttempt() {
  const current = useRef<OrderAttempt & { lines: string }>(undefined)
  return {
    of(
      items: readonly CartItem[],
      userId: number | undefined,
      addressId: number | null,
    ): OrderAttempt {
      const lines = JSON.stringify([addressId, items.map(({ id, quantity }) => [id, quantity])])
      if (current.current?.lines !== lines) {
        const body = { ...orderBody(items, userId), ...(addressId !== null && { addressId }) }
        current.current = { lines, key: uniqueId(), body }
      }
      return current.current
    },
    drop() {
      current.current = undefined
    },
  }
}

function orderBody(items: readonly CartItem[], userId: number | undefined) {
  const now = new Date().toISOString()
  const orders = items.map((item) => ({
    Product: item.id,
    quantity: item.quantity,
    ...(userId === undefined ? {} : { orderBy: userId }),
    ...FIXED,
    dateOrder: now,
    created_at: now,
    updated_at: now,
  }))
  return { orders }
}

/** `crypto.randomUUID` exists only where the page came over TLS or from localhost. */
function uniqueId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
