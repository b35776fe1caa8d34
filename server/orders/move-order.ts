/**
 * Every move of an order except placing it, each in a single statement: state, stock, ledger, history and event
 * change together or not at all.
 */
import { type RawBuilder, sql } from 'kysely'
import {
  canMove,
  MOVE_RULES,
  type Move,
  type Mover,
  stateAfter,
  UNDO_DELIVERY_HOURS,
} from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Handle } from '../platform/db/database.ts'
import { orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import type { Sentence } from '../platform/words/sentence.ts'
import { IS_SENDABLE } from './cash-on-delivery.ts'
import { moneyOf } from './order-money.ts'
import { ORDER_UPDATED_TOPIC } from './orders.events.ts'
import { IS_NOT_BEING_PAID, type OrderRow, toOrder } from './orders.store.ts'
import { IS_NOT_HELD } from './time-to-pay.ts'

export interface MoveRequest {
  orderId: number
  move: Move
  by: Mover
  /** The account making the move; null for the server. */
  actorId: number | null
  /** If set, any other account's order counts as missing. */
  ownerId?: number
  /** Whether the units of a refund return to stock; otherwise they are written off. */
  goodsBack?: boolean
  /** A condition on the row of `orders` that must still hold; otherwise, the move is refused. */
  onlyIf?: RawBuilder<unknown>
}

/** The `orders` timestamp column that each move sets or clears. */
const STAMP: Record<Move, string> = {
  confirm: 'confirmed_at',
  pay: 'paid_at',
  send: 'sent_at',
  deliver: 'delivered_at',
  undeliver: 'delivered_at',
  cancel: 'canceled_at',
  refund: 'canceled_at',
}

interface StockChange {
  reason: 'sale' | 'release' | 'return' | 'write_off'
  onHand: number
  reserved: number
  sold: number
  writtenOff: number
}

/**
 * The change in the product's stock per unit of the order; null if the move leaves the stock unchanged. See the rules
 * E1 to E4 in server/invariant-rules/stock.ts.
 */
function stockChange({ move, goodsBack }: MoveRequest): StockChange | null {
  const none = { onHand: 0, reserved: 0, sold: 0, writtenOff: 0 }
  if (move === 'pay') return { ...none, reason: 'sale', onHand: -1, reserved: -1, sold: 1 }
  if (move === 'cancel') return { ...none, reason: 'release', reserved: -1 }
  if (move !== 'refund') return null
  return goodsBack
    ? { ...none, reason: 'return', onHand: 1, sold: -1 }
    : { ...none, reason: 'write_off', writtenOff: 1, sold: -1 }
}

/**
 * Makes the move if `MOVE_RULES` allows it. Repeating a move succeeds, changes nothing and returns `changed: false`.
 * @throws ShopError `not_found`, or `conflict` when the order's state, its payment, or the rules for undoing a delivery
 * forbid the move.
 */
export async function moveOrder(
  db: Handle,
  request: MoveRequest,
): Promise<{ order: Order; changed: boolean }> {
  const rule = MOVE_RULES[request.move]
  if (!rule.by.includes(request.by))
    throw new Error(`the move "${request.move}" is never made by "${request.by}"`)
  const moved = await moveRow(db, request)
  if (moved) return { order: toOrder(moved), changed: true }
  const { rows } = await sql<OrderRow & { was_made: boolean }>`
    select *, ${moneyOf('orders')}, exists (
      select from order_history where order_id = orders.id and move = ${request.move}
    ) as was_made
    from orders where id = ${request.orderId} and ${owned(request)}`.execute(db)
  const row = orNotFound(rows[0])
  const order = toOrder(row)
  const isUndone = request.move !== 'undeliver' || row.delivered_at === null
  if (row.was_made && isUndone && row.state === stateAfter(request.move, row.state))
    return { order, changed: false }
  throw new ShopError('conflict', whyNot(request, order), { state: row.state })
}

async function moveRow(db: Handle, request: MoveRequest): Promise<OrderRow | null> {
  const { orderId, move, by, actorId } = request
  const staffId = by === 'admin' ? actorId : null
  const { from, to } = MOVE_RULES[move]
  const stamp = sql.ref(STAMP[move])
  const isUndo = move === 'undeliver'
  const { rows } = await sql<OrderRow>`
    with before as (
      select id, state from orders
      where id = ${orderId} and state = any(${[...from]}::text[]) and ${isUndo ? CAN_UNDO_DELIVERY : sql`${stamp} is null`}
        and ${owned(request)} and ${notBeingPaid(request)} and ${notDelivered(request)}
        and ${onlyInCash(request)} and ${request.onlyIf ?? sql`true`}
      for no key update
    ), moved as (
      update orders set state = ${to === 'same' ? sql`orders.state` : to}, ${stamp} = ${isUndo ? null : sql`now()`}, updated_at = now()
      from before where orders.id = before.id
      returning orders.*, before.state as from_state
    ), history as (
      insert into order_history (order_id, move, from_state, to_state, actor, actor_id)
      select id, ${move}, from_state, state, ${by}, ${actorId}::bigint from moved
      returning id, order_id
    ), event as (
      insert into outbox (topic, payload, history_id)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`order_id` })}, id from history
    )${stockSteps(stockChange(request), staffId)}
    select *, ${moneyOf('moved')} from moved`.execute(db)
  return rows[0] ?? null
}

/** The order's units minus the units of earlier partial refunds; an unpaid order has no refunds. */
const UNITS_LEFT = sql`(moved.quantity - moved.refunded_units)`

function stockSteps(change: StockChange | null, staffId: number | null): RawBuilder<unknown> {
  if (!change) return sql``
  return sql`, stock as (
      update product set
        on_hand = on_hand + ${change.onHand}::integer * ${UNITS_LEFT},
        reserved = reserved + ${change.reserved}::integer * ${UNITS_LEFT},
        sold = sold + ${change.sold}::integer * ${UNITS_LEFT},
        written_off = written_off + ${change.writtenOff}::integer * ${UNITS_LEFT},
        updated_at = now()
      from moved where product.id = moved.product_id
    ), ledger as (
      insert into stock_ledger (product_id, d_on_hand, d_reserved, reason, order_id, actor_id)
      select product_id, ${change.onHand}::integer * ${UNITS_LEFT}, ${change.reserved}::integer * ${UNITS_LEFT},
        ${change.reason}, id, ${staffId}::bigint from moved
    )`
}

function whyNot({ move, by }: MoveRequest, order: Order): Sentence {
  if (move === 'undeliver' && order.delivered_at) return 'error.deliveryStays'
  // The state allows the move, yet it was rejected: a payment for the order may be in progress.
  if (canMove(order, move, by)) return 'error.paymentUnderWay'
  const isOnItsWay = move === 'cancel' && by === 'customer' && order.state === 'confirm'
  return isOnItsWay && order.sent_at ? 'error.cashOrderSent' : 'error.orderState'
}

/**
 * Condition: staff marked the order as delivered within the last `UNDO_DELIVERY_HOURS`, nothing has been refunded and
 * the customer has not rated the product since, and the customer's account is not closed, because delivered orders of
 * closed accounts have no address.
 */
const CAN_UNDO_DELIVERY = sql`(
  delivered_at > now() - make_interval(hours => ${UNDO_DELIVERY_HOURS})
  and (select actor from order_history where order_id = orders.id and move = 'deliver'
    order by order_history.id desc limit 1) = 'admin'
  and not exists (select from refund where order_id = orders.id and refund.created_at >= delivered_at)
  and not exists (select from rating where rating.user_id = orders.user_id
    and rating.product_id = orders.product_id and rating.updated_at >= delivered_at)
  and exists (select from app_user where app_user.id = orders.user_id and deleted_at is null)
)`

/** Condition: the `canMove` rules for cash orders. */
function onlyInCash({ move, by }: MoveRequest): RawBuilder<unknown> {
  if (move === 'send') return IS_SENDABLE
  if (move === 'pay' && by === 'admin') return sql`payment = 'cash'`
  return move === 'cancel' && by === 'customer' ? sql`sent_at is null` : sql`true`
}

function owned({ ownerId }: MoveRequest): RawBuilder<unknown> {
  return ownerId === undefined ? sql`true` : sql`user_id = ${ownerId}`
}

/**
 * Condition: no payment prevents canceling the order. Starting a payment writes the order's row, so this statement
 * cannot miss it.
 */
function notBeingPaid({ move, by }: MoveRequest): RawBuilder<unknown> {
  if (move !== 'cancel') return sql`true`
  return by === 'server' ? IS_NOT_BEING_PAID : IS_NOT_HELD
}

function notDelivered({ move }: MoveRequest): RawBuilder<unknown> {
  return move === 'send' ? sql`delivered_at is null` : sql`true`
}
