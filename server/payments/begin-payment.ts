/** The transaction before the call to the provider: it decides whether an order may be charged. */
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import type { PaymentParts } from './payment-parts.ts'
import { inReview } from './payment-refusals.ts'
import * as store from './payments.store.ts'
import type { Charge } from './provider.ts'
import { traitsOf } from './providers.ts'

/** Limit on pay for one order: each press calls the provider. */
const PRESSES = { attempts: 10, windowSeconds: 10 * 60 }

/**
 * Begins a payment, or continues the one under way.
 * @returns null when the order is already paid, `overdue` when it was cancelled for its age.
 * @throws ShopError `not_found`, `conflict` for an order that cannot be paid now, `too_many`.
 */
export async function beginPayment(
  parts: PaymentParts,
  caller: Caller,
  orderId: number,
): Promise<Charge | 'overdue' | null> {
  const { db, orders, provider, unpaidExpiresAfter } = parts
  return inTransaction(db, async (tx) => {
    const order = await store.lockOrder(tx, caller.id, orderId, unpaidExpiresAfter)
    if (!order) throw notFound()
    const { state } = order
    if (state === 'complete') return null
    if (state !== 'confirm') throw new ShopError('conflict', 'refusal.orderNotConfirmed', { state })
    await countAttempt(tx, `pay:${orderId}`, PRESSES)
    await store.voidMoneyless(tx, order.id, provider.name)
    const open = await store.findOpen(tx, order.id, null)
    // Never starts a second charge beside one that may have brought money.
    if (order.isInReview || (open && open.provider !== provider.name)) throw inReview(state)
    if (!open && order.isOverdue) {
      await orders.move(tx, { orderId, move: 'cancel', by: 'server', actorId: null })
      return 'overdue'
    }
    const payment = open ?? (await start(tx, parts, order))
    return { ...payment, ...order, orderId, amountCents: order.totalCents }
  })
}

/** The open page keeps its expiry time: asking for it again extends nothing. */
async function start(
  tx: Tx,
  { provider, unpaidExpiresAfter }: PaymentParts,
  order: store.PayableOrder,
): Promise<store.Begun> {
  const { openMinutes } = traitsOf(provider.name)
  await store.holdOrder(tx, order.id, { minutes: openMinutes, seconds: unpaidExpiresAfter })
  return store.startPayment(tx, order, provider.name)
}
