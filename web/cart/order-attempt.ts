/** Tells the server that a second try is the same order, so that it is never placed twice. */
import { useRef } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { placeOrder } from '#contract/orders.ts'

export interface OrderAttempt {
  key: string
  body: BodyOf<typeof placeOrder>
}

/** What the specification has every new order carry; the server decides all of it by itself. */
const FIXED = { paymentMethod: 'card', deliveryMethod: 'delivery', state: 'pending' }

/**
 * One key and one body from the moment the order can be sent until an answer to it has arrived.
 * A try whose answer got lost is repeated to the letter, its times included; an order of other
 * lines is another order.
 */
export function useOrderAttempt() {
  const current = useRef<OrderAttempt & { lines: string }>(undefined)
  return {
    of(items: readonly CartItem[], userId: number | undefined): OrderAttempt {
      const lines = JSON.stringify(items.map(({ id, quantity }) => [id, quantity]))
      if (current.current?.lines !== lines) {
        current.current = { lines, key: uniqueId(), body: orderBody(items, userId) }
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
