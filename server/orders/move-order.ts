/**
 * Every move of an order but its placing, in one statement each: the state, the stock, the
 * ledger, the history and the event change together or not at all.
 */
import { type RawBuilder, sql } from 'kysely'
import { canMove, MOVE_RULES, type Move, type Mover } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Handle } from '../platform/db/database.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { payloadOf } from '../platform/outbox/topics.ts'
import { ORDER_UPDATED_TOPIC } from './orders.events.ts'
import { HAS_OPEN_PAYMENT, type OrderRow, toOrder } from './orders.store.ts'

export interface MoveRequest {
  orderId: number
  move: Move
  by: Mover
  /** The account that moves it; null for the server. */
  actorId: number | null
  /** When set, an order of anybody else is answered like a missing one. */
  ownerId?: number
  /** Of a refund: whether the goods go back on the shelf. */
  goodsBack?: boolean
}

/** Which timestamp of the order a move sets. */
const STAMP: Record<Move, string> = {
  confirm: 'confirmed_at',
  pay: 'paid_at',
  deliver: 'delivered_at',
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

/** What one unit of the order does to its product's stock; see the equations E1 to E4. */
function stockChange({ move, goodsBack = true }: MoveRequest): StockChange | null {
  const none = { onHand: 0, reserved: 0, sold: 0, writtenOff: 0 }
  if (move === 'pay') return { ...none, reason: 'sale', onHand: -1, reserved: -1, sold: 1 }
  if (move === 'cancel') return { ...none, reason: 'release', reserved: -1 }
  if (move !== 'refund') return null
  return goodsBack
    ? { ...none, reason: 'return', onHand: 1, sold: -1 }
    : { ...none, reason: 'write_off', writtenOff: 1, sold: -1 }
}

/**
 * Makes the move if the table of moves allows it. Making it again is a success that changes
 * nothing (`changed` tells).
 * @throws ShopError `not_found`, or `conflict` when the order's state forbids the move.
 */
export async function moveOrder(
  db: Handle,
  request: MoveRequest,
): Promise<{ order: Order; changed: boolean }> {
  const rule = MOVE_RULES[request.move]
  if (!rule.by.includes(request.by)) throw new Error(`${request.by} may never ${request.move}`)
  const moved = await moveRow(db, request)
  if (moved) return { order: toOrder(moved), changed: true }
  const { rows } = await sql<OrderRow & { was_made: boolean }>`
    select *, exists (
      select from order_history where order_id = orders.id and move = ${request.move}
    ) as was_made
    from orders where id = ${request.orderId} and ${owned(request)}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const order = toOrder(row)
  if (row.was_made && row.state === rule.to) return { order, changed: false }
  // Its state allows the move that was refused: money for it may be on its way.
  const why = canMove(order, request.move, request.by)
    ? 'refusal.paymentUnderWay'
    : 'refusal.orderState'
  throw new ShopError('conflict', why, { state: row.state })
}

async function moveRow(db: Handle, request: MoveRequest): Promise<OrderRow | null> {
  const { orderId, move, by, actorId } = request
  const { from, to } = MOVE_RULES[move]
  const stamp = sql.ref(STAMP[move])
  const { rows } = await sql<OrderRow>`
    with before as (
      select id, state from orders
      where id = ${orderId} and state = any(${[...from]}::text[]) and ${stamp} is null
        and ${owned(request)} and ${notBeingPaid(request)}
      for no key update
    ), moved as (
      update orders set state = ${to}, ${stamp} = now(), version = version + 1, updated_at = now()
      from before where orders.id = before.id
      returning orders.*, before.state as from_state
    ), history as (
      insert into order_history (order_id, move, from_state, to_state, actor, actor_id)
      select id, ${move}, from_state, state, ${by}, ${actorId}::bigint from moved
      returning id, order_id
    ), event as (
      insert into outbox (topic, payload, history_id)
      select ${ORDER_UPDATED_TOPIC.name}, ${payloadOf(ORDER_UPDATED_TOPIC, { orderId: sql`order_id` })}, id from history
    )${stockSteps(stockChange(request))}
    select * from moved`.execute(db)
  return rows[0] ?? null
}

function stockSteps(change: StockChange | null): RawBuilder<unknown> {
  if (!change) return sql``
  return sql`, stock as (
      update product set
        on_hand = on_hand + ${change.onHand}::integer * moved.quantity,
        reserved = reserved + ${change.reserved}::integer * moved.quantity,
        sold = sold + ${change.sold}::integer * moved.quantity,
        written_off = written_off + ${change.writtenOff}::integer * moved.quantity,
        updated_at = now()
      from moved where product.id = moved.product_id
    ), ledger as (
      insert into stock_ledger (product_id, d_on_hand, d_reserved, reason, order_id)
      select product_id, ${change.onHand}::integer * quantity, ${change.reserved}::integer * quantity,
        ${change.reason}, id from moved
    )`
}

function owned({ ownerId }: MoveRequest): RawBuilder<unknown> {
  return ownerId === undefined ? sql`true` : sql`user_id = ${ownerId}`
}

/**
 * While a payment is under way nobody cancels: its start wrote the order's own row, so this sees it.
 * A timer does not even believe the time: after a jump of the clock the provider's page may still be
 * open, and what the provider says of it settles the payment first.
 */
function notBeingPaid({ move, by }: MoveRequest): RawBuilder<unknown> {
  if (move !== 'cancel') return sql`true`
  const isLapsed = sql`coalesce(hold_expires_at < now(), true)`
  if (by !== 'server') return isLapsed
  return sql`${isLapsed} and not ${HAS_OPEN_PAYMENT}`
}
