import { type RawBuilder, sql } from 'kysely'
import type { AdminOrder, PackingSlip } from '#contract/admin.ts'
import { SLIPS_MAX } from '#contract/limits.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { costOf } from '#contract/order-cost.ts'
import type { SlipStage } from '#contract/order-moves.ts'
import type { Handle } from '../platform/db/database.ts'
import { findAdminOrdersOf, STAGES, WAITS_SINCE } from './admin-orders.store.ts'
import { findCashDue } from './cash-on-delivery.ts'
import { findNotes } from './purchase-facts.ts'

type Groups = (order: number | null) => RawBuilder<{ ids: number[] }>

/**
 * Queries for the ids of the orders on each slip, keyed by stage; if an order is given, only for the slip that lists it.
 */
const GROUPS: Record<SlipStage, Groups> = {
  unsent: (order) => sql`
    select json_agg(id order by id) as ids from orders
    where ${STAGES.unsent} and delivery_address is not null
    group by user_id, delivery_address
    having ${order}::bigint is null or bool_or(id = ${order})
    order by min(${WAITS_SINCE}), min(id) limit ${SLIPS_MAX + 1}`,
  sent: (order) => sql`
    select json_agg(orders.id order by orders.id) as ids from (
      select distinct parcel_id from orders
      where ${STAGES.sent}
        and (${order}::bigint is null or parcel_id = (select parcel_id from orders where id = ${order}))
      order by parcel_id desc limit ${SLIPS_MAX + 1}
    ) parcel join orders using (parcel_id)
    group by parcel_id order by parcel_id desc`,
}

/** Call inside `inSnapshot`. @param order restricts the slips to the one that lists this order. */
export async function findSlips(tx: Handle, stage: SlipStage, order: number | null) {
  const { rows } = await GROUPS[stage](order).execute(tx)
  const groups = rows.slice(0, SLIPS_MAX).map(({ ids }) => ids)
  const orders = new Map(
    (await findAdminOrdersOf(tx, groups.flat())).map((order) => [order.id, order]),
  )
  const slips: PackingSlip[] = []
  for (const ids of groups) {
    const together = ids.flatMap((id) => orders.get(id) ?? [])
    slips.push(await slipOf(tx, together))
  }
  return { slips, hasMore: rows.length > SLIPS_MAX }
}

/** @param orders the orders in one parcel, either sent or yet to be packed. */
export async function slipOf(tx: Handle, orders: AdminOrder[]): Promise<PackingSlip> {
  const { parcel = null, sent_at = null } = orders[0] ?? {}
  return {
    parcel,
    sent_at,
    orders,
    collect: fromCents(await cashOf(tx, orders, parcel?.id ?? null)),
    notes: await findNotes(
      tx,
      orders.map(({ id }) => id),
    ),
  }
}

/**
 * The cash to collect for the orders on a slip, in cents. The orders of a purchase may go to different addresses, so
 * the delivery fee is collected with the first unpaid order of the purchase.
 */
async function cashOf(
  tx: Handle,
  orders: readonly AdminOrder[],
  parcelId: number | null,
): Promise<number> {
  const inCash = orders.filter(({ state, payment }) => state === 'confirm' && payment === 'cash')
  let cents = 0
  for (const purchaseId of new Set(inCash.map((order) => order.purchaseId))) {
    const due = await findCashDue(tx, purchaseId, parcelId)
    const here = inCash.filter((order) => order.purchaseId === purchaseId)
    for (const order of here) cents += toCents(costOf(order))
    if (here.some(({ id }) => id === due.orders[0])) cents += due.deliveryCents
  }
  return cents
}
