/**
 * The states of an order, the moves between them and who may make each. Screens call `canMove`; the
 * server builds the SQL of its moves from `MOVE_RULES`.
 */

export const ORDER_STATES = ['pending', 'confirm', 'complete', 'canceled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** How a purchase is paid for: online before it is sent, or in cash on delivery. */
export const WAYS_TO_PAY = ['online', 'cash'] as const
export type WayToPay = (typeof WAYS_TO_PAY)[number]

/** Groups of orders for printing packing slips: to be sent, or on their way. */
export const SLIP_STAGES = ['unsent', 'sent'] as const
export type SlipStage = (typeof SLIP_STAGES)[number]

export const MOVES = ['confirm', 'pay', 'send', 'deliver', 'undeliver', 'cancel', 'refund'] as const
export type Move = (typeof MOVES)[number]

/** `server` is a timer or a payment provider, never a person. */
export const MOVERS = ['customer', 'admin', 'server'] as const
export type Mover = (typeof MOVERS)[number]

/** The fields that decide which moves an order allows; the wire's Order has them. */
export interface MovableOrder {
  state: OrderState
  delivered_at: string | null
  /** Optional where it makes no difference. */
  sent_at?: string | null
  /** Online if missing. */
  payment?: WayToPay
}

/** How long staff can undo marking an order as delivered. */
export const UNDO_DELIVERY_HOURS = 24

interface Rule {
  readonly from: readonly OrderState[]
  /** `same` keeps the state. */
  readonly to: OrderState | 'same'
  readonly by: readonly Mover[]
}

/**
 * `send` and `deliver` keep the state: the wire has no fifth state, so timestamps record them. Only orders
 * paid in cash can be sent unpaid, or marked as paid by staff; see `canMove`.
 */
export const MOVE_RULES: Readonly<Record<Move, Rule>> = {
  confirm: { from: ['pending'], to: 'confirm', by: ['admin', 'server'] },
  pay: { from: ['confirm'], to: 'complete', by: ['customer', 'admin', 'server'] },
  // The order also needs an address (server/orders/parcels.ts).
  send: { from: ['confirm', 'complete'], to: 'same', by: ['admin'] },
  deliver: { from: ['complete'], to: 'complete', by: ['customer', 'admin'] },
  // Undoes a mistake by staff within a day (for the other conditions see server/orders/move-order.ts).
  undeliver: { from: ['complete'], to: 'complete', by: ['admin'] },
  cancel: { from: ['pending', 'confirm'], to: 'canceled', by: ['customer', 'admin', 'server'] },
  // The server does so after a refund in the payment provider's own dashboard.
  refund: { from: ['complete'], to: 'canceled', by: ['admin', 'server'] },
}

/** Whether `mover` may make `move` on this order now. */
export function canMove(order: MovableOrder, move: Move, mover: Mover): boolean {
  const rule = MOVE_RULES[move]
  if (move === 'undeliver' && !isJustDelivered(order)) return false
  if ((move === 'send' || move === 'deliver') && order.delivered_at !== null) return false
  if (move === 'send' && order.sent_at) return false
  if (order.payment !== 'cash' && needsCash(order, move, mover)) return false
  // A customer can no longer cancel an order that is on its way, but can refuse the parcel.
  if (move === 'cancel' && mover === 'customer' && order.sent_at) return false
  return rule.from.includes(order.state) && rule.by.includes(mover)
}

function isJustDelivered({ delivered_at }: MovableOrder): boolean {
  return (
    delivered_at !== null && Date.now() - Date.parse(delivered_at) < UNDO_DELIVERY_HOURS * 3_600_000
  )
}

/**
 * Whether the customer may pay for the order online. Not while a parcel of its purchase is on its way
 * unpaid: its slip says what to collect, so the customer would pay twice.
 * @param purchase the orders that were placed together.
 */
export function canPayOnline(order: MovableOrder, purchase: readonly MovableOrder[]): boolean {
  return canMove(order, 'pay', 'customer') && ![order, ...purchase].some(isToBeCollected)
}

function isToBeCollected({ state, sent_at }: MovableOrder): boolean {
  return state === 'confirm' && Boolean(sent_at)
}

function needsCash({ state }: MovableOrder, move: Move, mover: Mover): boolean {
  return (move === 'send' && state === 'confirm') || (move === 'pay' && mover === 'admin')
}

/** The state of an order after a move. */
export function stateAfter(move: Move, from: OrderState): OrderState {
  const { to } = MOVE_RULES[move]
  return to === 'same' ? from : to
}

/**
 * Whether the customer may set or change the order's address: an existing one is final once the order
 * is paid. The SQL for this is in server/orders/order-address.ts.
 */
export function canSetAddress(order: MovableOrder & { address: object | null }): boolean {
  if (order.state === 'complete') return order.delivered_at === null && order.address === null
  return order.state !== 'canceled' && !order.sent_at
}

/**
 * What staff filter orders by: every status, and some groups. `unsent` and `sent` orders are not
 * delivered, and either paid or confirmed for cash on delivery; `late` ones have been unsent for too
 * long. `shipped` is paid and not delivered, `unpaid` is pending or confirmed, `complete` is paid,
 * delivered or not. `refunding` orders have a refund that the provider has not made yet.
 */
export const ORDER_STAGES = [
  'pending',
  'confirm',
  'unsent',
  'late',
  'sent',
  'delivered',
  'canceled',
  'refunded',
  'refunding',
  'unpaid',
  'shipped',
  'complete',
] as const
export type OrderStage = (typeof ORDER_STAGES)[number]

/**
 * The status of an order as people read it. The wire has four states; its timestamps show whether
 * a paid order was delivered, and whether a canceled one had been paid.
 */
export type OrderStatus = Exclude<
  OrderStage,
  'unsent' | 'sent' | 'late' | 'refunding' | 'unpaid' | 'complete'
>

/** The fields that determine an order's status; if `paid_at` is missing, a refund counts as a cancellation. */
export interface ReadableOrder extends MovableOrder {
  paid_at?: string | null
}

/** The one place where a status is derived, for the labels, tabs and lists of every screen. */
export function orderStatus({ state, paid_at, delivered_at }: ReadableOrder): OrderStatus {
  switch (state) {
    case 'complete':
      return delivered_at === null ? 'shipped' : 'delivered'
    case 'canceled':
      return paid_at ? 'refunded' : 'canceled'
    default:
      return state
  }
}

export type OrderProgress = Exclude<OrderStatus, 'shipped'> | 'unsent' | 'sent'

/** The status, but `unsent` or `sent` for orders that are paid, or confirmed for cash on delivery. */
export function orderProgress(order: ReadableOrder): OrderProgress {
  const status = orderStatus(order)
  const isInCash = status === 'confirm' && order.payment === 'cash' && order.delivered_at === null
  if (status !== 'shipped' && !isInCash) return status
  return order.sent_at ? 'sent' : 'unsent'
}

/** Tabs of the order list; Delivered also has the canceled orders (specification, section 4). */
export const ORDER_TABS = ['processing', 'shipped', 'delivered'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

const TAB_OF: Readonly<Record<OrderStatus, OrderTab>> = {
  pending: 'processing',
  confirm: 'processing',
  shipped: 'shipped',
  delivered: 'delivered',
  canceled: 'delivered',
  refunded: 'delivered',
}

/** The tab that lists an order once the customer has chosen a tab. */
export function orderTab(order: ReadableOrder): OrderTab {
  return TAB_OF[orderStatus(order)]
}
