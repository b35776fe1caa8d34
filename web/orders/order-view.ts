/** What the screens say of an order: its true state and its steps. Pure. */
import { type OrderTab, orderTab } from '#contract/order-moves.ts'
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
  /** The mark as the specification has it. */
  done: boolean
  /** When it truly happened. */
  at: string | null
  /** What it waits for, when it has not. */
  waitsFor: MessageId
}

/**
 * The four steps. Marks are the specification's: the first two always, the others once the state
 * is complete. The line under each tells the truth beside it.
 */
export function stepsOf(order: Order): Step[] {
  const complete = order.state === 'complete'
  const over = order.state === 'canceled'
  const wait = (id: MessageId, reached: boolean): MessageId => {
    if (over) return 'order.wait.canceled'
    return reached ? id : 'order.wait.earlier'
  }
  return [
    { id: 'sent', done: true, at: order.created_at, waitsFor: 'order.wait.earlier' },
    {
      id: 'confirmed',
      done: true,
      at: order.confirmed_at,
      waitsFor: wait('order.wait.confirmed', true),
    },
    {
      id: 'paid',
      done: complete,
      at: order.paid_at,
      waitsFor: wait('order.wait.paid', order.state === 'confirm'),
    },
    {
      id: 'delivered',
      done: complete,
      at: order.delivered_at,
      waitsFor: wait('order.wait.delivered', complete),
    },
  ]
}
