/**
 * The states of an order, the moves between them and who may make each. Screens call `canMove`; the
 * server builds the SQL of its moves from `MOVE_RULES`.
 */

export const ORDER_STATES = ['pending', 'confirm', 'complete', 'canceled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const MOVES = ['confirm', 'pay', 'deliver', 'cancel', 'refund'] as const
export type Move = (typeof MOVES)[number]

/** `server` is a timer or a payment provider, never a person. */
export type Mover = 'customer' | 'admin' | 'server'

/** The fields of an order that decide about a move; the wire's Order has them. */
export interface MovableOrder {
  state: OrderState
  delivered_at: string | null
}

interface Rule {
  readonly from: readonly OrderState[]
  readonly to: OrderState
  readonly by: readonly Mover[]
}

/** `deliver` keeps the state: the wire has no fifth one, so `delivered_at` records it. */
export const MOVE_RULES: Readonly<Record<Move, Rule>> = {
  confirm: { from: ['pending'], to: 'confirm', by: ['admin', 'server'] },
  pay: { from: ['confirm'], to: 'complete', by: ['customer', 'server'] },
  deliver: { from: ['complete'], to: 'complete', by: ['customer', 'admin'] },
  cancel: { from: ['pending', 'confirm'], to: 'canceled', by: ['customer', 'admin', 'server'] },
  // By the server after a refund in the payment provider's own dashboard.
  refund: { from: ['complete'], to: 'canceled', by: ['admin', 'server'] },
}

/** Whether `mover` may make `move` on this order now. */
export function canMove(order: MovableOrder, move: Move, mover: Mover): boolean {
  const rule = MOVE_RULES[move]
  if (move === 'deliver' && order.delivered_at !== null) return false
  return rule.from.includes(order.state) && rule.by.includes(mover)
}

/** Tabs of the order list; Delivered also shows the cancelled ones (specification, section 4). */
export const ORDER_TABS = ['processing', 'shipped', 'delivered'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

/** The tab that lists the order once the customer has chosen a tab. */
export function orderTab(order: MovableOrder): OrderTab {
  if (order.state === 'pending' || order.state === 'confirm') return 'processing'
  return order.state === 'complete' && order.delivered_at === null ? 'shipped' : 'delivered'
}
