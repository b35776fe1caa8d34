/**
 * An order may have been placed even if its reply was lost. It is retried with the same idempotency key and body until
 * the server responds, so that it is never placed twice.
 */
import type { CartItem } from '#contract/cart-item.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { placeOrder } from '#contract/orders.ts'
import { onSessionChange } from '#web/api/stored-session.ts'

type OrderBody = BodyOf<typeof placeOrder>

export type OrderChoice = Omit<OrderBody, 'orders'>

export interface OrderAttempt {
  key: string
  body: OrderBody
  /** The lines as a string, which identifies the attempt. Excludes the choice, which may change before the retry. */
  lines: string
}

/** Fields that the specification requires in every order; the server ignores them. */
const FIXED = { paymentMethod: 'card', deliveryMethod: 'delivery', state: 'pending' }

/**
 * The attempt whose reply was lost; stored here because the cart screen may be closed and reopened before the retry.
 */
let unanswered: OrderAttempt | null = null

onSessionChange(forgetAttempt)

/** The pending attempt, unchanged, if it has these lines; otherwise a new attempt. */
export function attemptOf(
  items: readonly CartItem[],
  userId: number | undefined,
  choice: OrderChoice,
): OrderAttempt {
  const lines = identityOf(items)
  if (unanswered?.lines === lines) return unanswered
  return { lines, key: uniqueId(), body: { ...choice, orders: orderLines(items, userId) } }
}

/** Stores an attempt whose reply was lost; the next order for the same lines repeats it. */
export function keepAttempt(attempt: OrderAttempt): void {
  unanswered = attempt
}

/** Discards the stored attempt, once the server's response settles it or the session changes. */
export function forgetAttempt(): void {
  unanswered = null
}

/** Whether an order for different lines is still pending; it may have been placed. */
export function hasOtherAttempt(items: readonly CartItem[]): boolean {
  return unanswered !== null && unanswered.lines !== identityOf(items)
}

/** Identifies cart lines. `created_at` distinguishes a line from a later line for the same product. */
export function identityOf(items: readonly CartItem[]): string {
  return JSON.stringify(items.map(({ id, quantity, created_at }) => [id, quantity, created_at]))
}

function orderLines(items: readonly CartItem[], userId: number | undefined) {
  const now = new Date().toISOString()
  return items.map((item) => ({
    Product: item.id,
    quantity: item.quantity,
    ...(userId === undefined ? {} : { orderBy: userId }),
    ...FIXED,
    dateOrder: now,
    created_at: now,
    updated_at: now,
  }))
}

/** `crypto.randomUUID` exists only on pages loaded over TLS or from localhost. */
function uniqueId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
