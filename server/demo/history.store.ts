/** Stores an invented past: gives its rows their ids and inserts them, table by table. */
import { ORDER_PLACED_TOPIC, ORDER_UPDATED_TOPIC } from '../orders/orders.events.ts'
import type { Handle } from '../platform/db/database.ts'
import { bulkInsert, takeIds, timestamp } from './bulk-insert.ts'
import { storeInvoices, storePayments, storeRatings, storeStock } from './history-goods.store.ts'
import type { Ids, StoreSettings } from './history-ids.ts'
import { storeCoupon, storePartRefund } from './history-money.store.ts'
import { storeBatches, storeOrders } from './history-orders.store.ts'
import { DAY, type Past, type PastMove } from './history-rows.ts'

/** Events are pruned after a week (platform/outbox); older moves have none. */
const EVENTS_KEPT = 7 * DAY

/** The demo customer's mailbox begins with what happened to her orders since then. */
const EMAILS_SINCE = 2 * DAY

/** The products and the demo accounts exist already. */
export async function storePast(tx: Handle, past: Past, settings: StoreSettings): Promise<void> {
  const moves = past.orders.reduce((sum, order) => sum + order.moves.length, 0)
  const total = past.batches.length + past.orders.length * 2 + past.stock.length + moves
  let stored = 0
  const done = (count: number) => {
    stored += count
    settings.progress(stored / total)
  }
  const ids = {
    users: [settings.customerId, ...(await takeIds(tx, 'app_user', past.customers.length - 1))],
    batches: await takeIds(tx, 'order_batch', past.batches.length),
    orders: await takeIds(tx, 'orders', past.orders.length),
  }
  await storeCustomers(tx, past, ids)
  await storeAddresses(tx, past, ids)
  await storeBatches(tx, past, ids, done)
  await storeOrders(tx, past, ids, settings, done)
  await storeMoves(tx, past, ids, settings, done)
  await storeStock(tx, past, ids, settings, done)
  await storePayments(tx, past, ids, done)
  await storeInvoices(tx, settings.customerId)
  await storeCoupon(tx, settings.customerId)
  await storePartRefund(tx, settings)
  await storeRatings(tx, past, ids, settings)
}

async function storeCustomers(tx: Handle, { customers }: Past, { users }: Ids): Promise<void> {
  const columns = {
    id: 'bigint',
    username: 'text',
    email: 'text',
    country: 'text',
    city: 'text',
    locale: 'text',
    demo: 'boolean',
    email_confirmed_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = customers.slice(1).map(({ joinedAt, address: _, ...customer }, index) => ({
    ...customer,
    id: users[index + 1],
    demo: true,
    email_confirmed_at: timestamp(joinedAt),
    created_at: timestamp(joinedAt),
    updated_at: timestamp(joinedAt),
  }))
  await bulkInsert(tx, 'app_user', columns, rows)
}

async function storeAddresses(tx: Handle, { customers }: Past, { users }: Ids): Promise<void> {
  const columns = {
    user_id: 'bigint',
    name: 'text',
    phone: 'text',
    country: 'text',
    region: 'text',
    city: 'text',
    lines: 'jsonb',
    postcode: 'text',
    note: 'text',
    is_default: 'boolean',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = customers.map(({ address, joinedAt }, index) => ({
    ...address,
    user_id: users[index],
    is_default: true,
    created_at: timestamp(joinedAt),
    updated_at: timestamp(joinedAt),
  }))
  await bulkInsert(tx, 'address', columns, rows)
}

async function storeMoves(
  tx: Handle,
  { orders }: Past,
  ids: Ids,
  { now, adminId }: StoreSettings,
  done: (count: number) => void,
): Promise<void> {
  const moves = orders
    .flatMap((order, index) => order.moves.map((move) => ({ ...move, order, index })))
    .sort((a, b) => a.at - b.at)
  const historyIds = await takeIds(tx, 'order_history', moves.length)
  const rows = moves.map(({ move, from, to, actor, at, order, index }, position) => ({
    id: historyIds[position],
    order_id: ids.orders[index],
    move,
    from_state: from,
    to_state: to,
    actor,
    actor_id: { customer: ids.users[order.customer], admin: adminId, server: null }[actor],
    at: timestamp(at),
  }))
  await bulkInsert(tx, 'order_history', HISTORY_COLUMNS, rows, done)
  const events = moves.flatMap(({ move, at, index }, position) =>
    at > now - EVENTS_KEPT ? event(move, at, ids.orders[index], historyIds[position]) : [],
  )
  await bulkInsert(tx, 'outbox', EVENT_COLUMNS, events)
  const recent = moves.filter(({ order, at }) => order.customer === 0 && at > now - EMAILS_SINCE)
  await bulkInsert(
    tx,
    'email_step',
    { step: 'text', purchase_id: 'bigint', order_id: 'bigint', at: 'timestamptz' },
    recent.map(({ move, at, order, index }) => ({
      step: move,
      purchase_id: ids.batches[order.batch],
      order_id: ids.orders[index],
      at: timestamp(at),
    })),
  )
}

const HISTORY_COLUMNS = {
  id: 'bigint',
  order_id: 'bigint',
  move: 'text',
  from_state: 'text',
  to_state: 'text',
  actor: 'text',
  actor_id: 'bigint',
  at: 'timestamptz',
}

const EVENT_COLUMNS = {
  topic: 'text',
  payload: 'jsonb',
  history_id: 'bigint',
  available_at: 'timestamptz',
  created_at: 'timestamptz',
  done_at: 'timestamptz',
}

/** Marked as delivered: nobody is notified today of what happened last week. */
function event(
  move: PastMove['move'],
  at: number,
  orderId: number | undefined,
  historyId: number | undefined,
) {
  const time = timestamp(at)
  return {
    topic: move === 'place' ? ORDER_PLACED_TOPIC.name : ORDER_UPDATED_TOPIC.name,
    payload: { orderId },
    history_id: historyId,
    available_at: time,
    created_at: time,
    done_at: time,
  }
}
