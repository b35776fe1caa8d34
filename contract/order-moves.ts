/**
 * The states of an order, the moves between them, and who may make each move. Screens call `canMove`; the server
 * builds the SQL of its moves from `MOVE_RULES`.
 */

export const ORDER_STATES = ['pending', 'confirm', 'complete', 'canceled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** How a purchase is paid for: online before it is sent, or in cash on delivery. */
export const WAYS_TO_PAY = ['online', 'cash'] as const
export type WayToPay = (typeof WAYS_TO_PAY)[number]

/** Stages of orders for which packing slips are printed: ready to be sent, or on their way. */
export const SLIP_STAGES = ['unsent', 'sent'] as const
export type SlipStage = (typeof SLIP_STAGES)[number]

export const MOVES = ['confirm', 'pay', 'send', 'deliver', 'undeliver', 'cancel', 'refund'] as const
export type Move = (typeof MOVES)[number]

/** Who can make a move; `server` is a timer or a payment provider. */
export const MOVERS = ['customer', 'admin', 'server'] as const
export type Mover = (typeof MOVERS)[number]

/** The fields of an `Order` that decide which moves it allows. */
export interface MovableOrder {
  state: OrderState
  delivered_at: string | null
  /** Null or absent means not sent. */
  sent_at?: string | null
  /** `online` if absent. */
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
 * `send`, `deliver` and `undeliver` keep the state, since the specification has only four states: timestamps record
 * these moves. Only orders with cash on delivery can be sent unpaid, or marked as paid by staff; see `canMove`.
 */
export const MOVE_RULES: Readonly<Record<Move, Rule>> = {
  confirm: { from: ['pending'], to: 'confirm', by: ['admin', 'server'] },
  pay: { from: ['confirm'], to: 'complete', by: ['customer', 'admin', 'server'] },
  // Also requires an address (server/orders/parcels.ts).
  send: { from: ['confirm', 'complete'], to: 'same', by: ['admin'] },
  deliver: { from: ['complete'], to: 'complete', by: ['customer', 'admin'] },
  // Possible within a day; server/orders/move-order.ts has further conditions.
  undeliver: { from: ['complete'], to: 'complete', by: ['admin'] },
  cancel: { from: ['pending', 'confirm'], to: 'canceled', by: ['customer', 'admin', 'server'] },
  // `server`: after a refund in the payment provider's dashboard.
  refund: { from: ['complete'], to: 'canceled', by: ['admin', 'server'] },
}

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
 * Whether the customer may pay for the order online. Not while an unpaid parcel of the purchase is in transit: the
 * courier collects the amount on the packing slip, so the customer would pay twice.
 * @param purchase the orders of the purchase.
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

export function stateAfter(move: Move, from: OrderState): OrderState {
  const { to } = MOVE_RULES[move]
  return to === 'same' ? from : to
}

/**
 * Whether the customer may set or change the order's address: once the order is paid or sent, an existing address is
 * final. server/orders/order-address.ts has the same rule in SQL.
 */
export function canSetAddress(order: MovableOrder & { address: object | null }): boolean {
  if (order.state === 'complete') return order.delivered_at === null && order.address === null
  return order.state !== 'canceled' && !order.sent_at
}

/**
 * Whether staff may set or correct the order's address: until it is sent or delivered, also once it is paid.
 * server/orders/order-address.ts has the same rule in SQL.
 */
export function canCorrectAddress({ state, sent_at, delivered_at }: MovableOrder): boolean {
  return state !== 'canceled' && !sent_at && delivered_at === null
}

/**
 * What staff can filter orders by: every status, and some groups. `unsent` and `sent` orders are not delivered, and
 * either paid or confirmed for cash on delivery; `late` orders have been unsent for too long. `shipped` orders are paid
 * but not delivered; `unpaid` orders are pending or confirmed; `complete` orders are paid, delivered or not.
 * `refunding` orders have a refund not yet made by the payment provider.
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
 * The status of an order as people see it: like its state, but a paid order is `shipped` or `delivered`, and a canceled
 * order is `refunded` if it had been paid.
 */
export type OrderStatus = Exclude<
  OrderStage,
  'unsent' | 'sent' | 'late' | 'refunding' | 'unpaid' | 'complete'
>

/** The fields that determine an order's status; without `paid_at`, a refunded order has the status `canceled`. */
export interface ReadableOrder extends MovableOrder {
  paid_at?: string | null
}

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

/** `unsent` for an order that is ready to be sent, `sent` for an order on its way, otherwise the order's status. */
export function orderProgress(order: ReadableOrder): OrderProgress {
  const status = orderStatus(order)
  const isInCash = status === 'confirm' && order.payment === 'cash' && order.delivered_at === null
  if (status !== 'shipped' && !isInCash) return status
  return order.sent_at ? 'sent' : 'unsent'
}

/** Tabs of the order list; Delivered also contains the canceled orders. */
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

/** The tab that lists an order. Before a tab is chosen, the page lists different orders (specification, section 4). */
export function orderTab(order: ReadableOrder): OrderTab {
  return TAB_OF[orderStatus(order)]
}
