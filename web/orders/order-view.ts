/** What the screens say of an order: its true state and its steps. Pure. */
import { type OrderTab, orderStatus, orderTab } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { MessageId } from '#web/i18n/i18n.ts'

/**
 * The orders of a tab. Until one is chosen Processing is selected and lists the paid ones too,
 * but none that is canceled.
 */
export function ordersOf(orders: readonly Order[], chosen: OrderTab | null): Order[] {
  return orders.filter((order) =>
    chosen ? orderTab(order) === chosen : order.state !== 'canceled',
  )
}

export interface Step {
  id: 'sent' | 'confirmed' | 'paid' | 'delivered'
  /** It has a mark. */
  done: boolean
  /** When it truly happened. */
  at: string | null
  /** What it waits for, when it has not. */
  waitsFor: MessageId
}

/**
 * The four steps. A step is marked when it has happened. With `isFixed` the marks are the
 * specification's: the first two always, the others once the state is complete; the line under
 * each tells the truth beside it.
 */
export function stepsOf(order: Order, isFixed: boolean): Step[] {
  const status = orderStatus(order)
  const isComplete = order.state === 'complete'
  const step = (id: Step['id'], at: string | null, specified: boolean, wait: MessageId): Step => ({
    id,
    done: isFixed ? specified : at !== null,
    at,
    waitsFor: order.state === 'canceled' ? 'order.wait.canceled' : wait,
  })
  const earlier = 'order.wait.earlier'
  return [
    step('sent', order.created_at, true, earlier),
    step('confirmed', order.confirmed_at, true, 'order.wait.confirmed'),
    step('paid', order.paid_at, isComplete, status === 'confirm' ? 'order.wait.paid' : earlier),
    step(
      'delivered',
      order.delivered_at,
      isComplete,
      status === 'shipped' ? 'order.wait.delivered' : earlier,
    ),
  ]
}
