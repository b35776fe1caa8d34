/** Assigns orders to tabs and derives an order's steps. Pure functions. */

import { fromCents, toCents } from '#contract/money.ts'
import { costWithDelivery } from '#contract/order-cost.ts'
import {
  type OrderProgress,
  type OrderState,
  type OrderTab,
  orderProgress,
  orderTab,
  type WayToPay,
} from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import type { MessageId } from '#web/i18n/i18n.ts'

/**
 * The orders in a tab. Until the customer chooses a tab, Processing is selected and lists all orders except canceled
 * ones.
 */
export function ordersOf(orders: readonly Order[], chosen: OrderTab | null): Order[] {
  return orders.filter((order) =>
    chosen ? orderTab(order) === chosen : order.state !== 'canceled',
  )
}

export function groupsOf(orders: readonly Order[]): Order[][] {
  return [...Map.groupBy(orders, ({ purchaseId }) => purchaseId).values()]
}

export function isUnpaid({ state }: Order): boolean {
  return state === 'pending' || state === 'confirm'
}

/** What is still due for a purchase, and the delivery fee in it. */
export function dueOf({
  orders,
  delivery,
}: Pick<Purchase, 'orders' | 'delivery'>): Pick<Purchase['due'], 'total' | 'delivery'> {
  const fee = orders.some(paidFee) ? 0 : delivery
  return { total: costWithDelivery(fee, ...orders.filter(isUnpaid)), delivery: fee }
}

/**
 * What a purchase costs and what was paid back of it, as its invoices and credit notes add up. Orders that were canceled
 * before they were paid are left out.
 * @returns null if no order is left.
 */
export function sumsOf({
  orders,
  delivery,
}: Pick<Purchase, 'orders' | 'delivery'>): { total: number; refunded: number } | null {
  const kept = orders.filter(({ state, paid }) => state !== 'canceled' || paid > 0)
  if (kept.length === 0) return null
  const cents = kept.reduce((sum, { refunded }) => sum + toCents(refunded), 0)
  return { total: costWithDelivery(delivery, ...kept), refunded: fromCents(cents) }
}

/** Whether the order's payment included the delivery fee, which was not returned. */
function paidFee({ paidDelivery, refunds }: Order): boolean {
  return paidDelivery > 0 && !refunds.some(({ kind }) => kind === 'delivery')
}

export interface Step {
  id: 'sent' | 'confirmed' | 'paid' | 'delivered'
  /**
   * Whether the step is marked as done: because it has happened or, with `isFixed`, because the specification says so.
   */
  done: boolean
  /** When the step happened; null if it has not. */
  at: string | null
  /** Whether the step has happened, for screen readers; null if it never will, which `waitsFor` says. */
  spoken: 'order.done' | 'order.open' | null
  /** What a pending step waits for. */
  waitsFor: MessageId
}

/** What an order's remaining steps show if they will never happen. */
const OVER: Partial<Record<OrderProgress, MessageId>> = {
  canceled: 'order.wait.canceled',
  refunded: 'orders.state.refunded',
}

const TO_ARRIVE: Partial<Record<OrderProgress, MessageId>> = {
  unsent: 'order.wait.sent',
  sent: 'order.wait.delivered',
}

const PAYMENT_WAITS: Record<WayToPay, Partial<Record<OrderState, MessageId>>> = {
  online: { confirm: 'order.wait.paid' },
  cash: { pending: 'order.wait.cash', confirm: 'order.wait.cash' },
}

/**
 * The four steps of an order. A step is marked when it has happened. With `isFixed` the marks follow the specification:
 * the first two always, the third when the state is complete, and the fourth when the order has also been delivered.
 * `at` and `waitsFor` still show the actual progress.
 */
export function stepsOf(order: Order, isFixed: boolean): Step[] {
  const progress = orderProgress(order)
  const isComplete = order.state === 'complete'
  const step = (id: Step['id'], at: string | null, specified: boolean, wait: MessageId): Step => ({
    id,
    done: isFixed ? specified : at !== null,
    at,
    spoken: at ? 'order.done' : OVER[progress] ? null : 'order.open',
    waitsFor: OVER[progress] ?? wait,
  })
  const earlier = 'order.wait.earlier'
  const needsAddress = progress === 'unsent' && order.address === null
  return [
    step('sent', order.created_at, true, earlier),
    step('confirmed', order.confirmed_at, true, 'order.wait.confirmed'),
    step('paid', order.paid_at, isComplete, PAYMENT_WAITS[order.payment][order.state] ?? earlier),
    step(
      'delivered',
      order.delivered_at,
      isComplete && order.delivered_at !== null,
      needsAddress ? 'order.wait.address' : (TO_ARRIVE[progress] ?? earlier),
    ),
  ]
}
