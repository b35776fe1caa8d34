/**
 * The states of an order, the moves between them and who may make each. Screens ask `canMove` what to
 * offer. The server makes a move by one statement that has its states from `MOVE_RULES`, and asks
 * `canMove` why that made none.
 */

export const ORDER_STATES = ['pending', 'confirm', 'complete', 'canceled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const MOVES = ['confirm', 'pay', 'deliver', 'cancel', 'refund'] as const
export type Move = (typeof MOVES)[number]

/** `server` is a timer or a payment provider, never a person. */
export type Mover = 'customer' | 'admin' | 'server'

/** What a move needs to know of an order; the wire's Order fits. */
export interface MovableOrder {
  state: OrderState
  delivered_at: string | null
}

interface Rule {
  readonly from: readonly OrderState[]
  readonly to: OrderState
  readonly by: readonly Mover[]
}

/** `deliver` keeps the state: the wire has no fifth one, so it is told by `delivered_at`. */
export const MOVE_RULES: Readonly<Record<Move, Rule>> = {
  confirm: { from: ['pending'], to: 'confirm', by: ['admin', 'server'] },
  pay: { from: ['confirm'], to: 'complete', by: ['customer', 'server'] },
  deliver: { from: ['complete'], to: 'complete', by: ['customer', 'admin'] },
  cancel: { from: ['pending', 'confirm'], to: 'canceled', by: ['customer', 'admin', 'server'] },
  // The server: money that was given back at the payment provider's own place.
  refund: { from: ['complete'], to: 'canceled', by: ['admin', 'server'] },
}

/** Whether `mover` may make `move` on this order now. */
export function canMove(order: MovableOrder, move: Move, mover: Mover): boolean {
  const rule = MOVE_RULES[move]
  if (move === 'deliver' && order.delivered_at !== null) return false
  return rule.from.includes(order.state) && rule.by.includes(mover)
}

/** Tabs of the order list; Delivered also wears the cancelled ones (specification, section 4). */
export const ORDER_TABS = ['processing', 'shipped', 'delivered'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

/** What people call the state that an order is in: the wire has four words for these six. */
export type Standing = 'pending' | 'confirm' | 'shipped' | 'delivered' | 'canceled' | 'refunded'

export function standingOf({ state, delivered_at, paid_at }: StandingOrder): Standing {
  if (state === 'canceled') return paid_at ? 'refunded' : 'canceled'
  if (state !== 'complete') return state
  return delivered_at === null ? 'shipped' : 'delivered'
}

type StandingOrder = MovableOrder & { paid_at?: string | null }

const TABS: Readonly<Record<Standing, OrderTab>> = {
  pending: 'processing',
  confirm: 'processing',
  shipped: 'shipped',
  delivered: 'delivered',
  canceled: 'delivered',
  refunded: 'delivered',
}

/** The tab under which an order stands once the customer has chosen one. */
export function orderTab(order: MovableOrder): OrderTab {
  return TABS[standingOf(order)]
}
