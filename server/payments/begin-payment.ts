/**
 * Decides what may be charged, in a transaction before the request to the provider. Locks all orders of the purchase,
 * so that two charges for it cannot begin at the same time.
 */
import { lockOrders, type PurchaseOf } from '../orders/lock-purchase.ts'
import { isTooLittle } from '../orders/minimum-charge.ts'
import { findUnearned, priceRest } from '../orders/price-of-rest.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import { type Begun, readCharge, startCharge, sumOf } from './charges.store.ts'
import {
  inReview,
  isCollected,
  overdue,
  purchaseChanged,
  tooLittle,
  unearnedAlone,
} from './payment-errors.ts'
import type { PaymentParts } from './payment-parts.ts'
import type { Charge } from './provider.ts'
import { FREE, traitsOf } from './providers.ts'
import * as store from './purchases.store.ts'

/** Limit on payment attempts per order and per purchase, since each attempt calls the provider. */
const PRESSES = { attempts: 10, windowSeconds: 10 * 60 }

export interface ToPay {
  /** One order, or all payable orders of a purchase. */
  of: PurchaseOf
  /** The amount shown to the customer, in cents; null if the request does not state it. */
  shownCents: number | null
}

export type Beginning =
  | { charge: Charge }
  /** A conflicting charge for the purchase, which must end first. */
  | { inTheWay: Begun }
  /** The error to throw after the transaction commits. */
  | { error: ShopError }
  | 'paid'

interface Scene {
  orders: store.PayableOrder[]
  fee: store.DeliveryFee
}

/**
 * Begins a charge, or continues the one in progress.
 * @throws ShopError `not_found`, `too_many`; `conflict` if the orders cannot be paid now, no longer cost the amount
 * shown, cost less than the provider's minimum, or do not reach the minimum for a coupon or free delivery on their own.
 * If changes must be committed despite a conflict, it is returned as `error` instead.
 */
export async function beginPayment(
  parts: PaymentParts,
  caller: Caller,
  { of, shownCents }: ToPay,
): Promise<Beginning> {
  const { db, provider, unpaidExpiresAfter: seconds } = parts
  return inTransaction(db, async (tx) => {
    await lockOrders(tx, of)
    await store.voidMoneyless(tx, of, provider.name)
    const orders = await store.findPayable(tx, { ownerId: caller.id, of, seconds })
    const first = orNotFound(orders[0])
    // Part of the purchase may have been given up while a payment in progress kept the rest from being repriced.
    if (await priceRest(tx, of)) return { error: purchaseChanged() }
    const scene = { orders, fee: await store.findDeliveryFee(tx, first.purchaseId) }
    return 'orderId' in of
      ? beginOrder(tx, parts, scene, of.orderId)
      : beginPurchase(tx, parts, scene, shownCents)
  })
}

async function beginOrder(
  tx: Tx,
  parts: PaymentParts,
  { orders, fee }: Scene,
  orderId: number,
): Promise<Beginning> {
  const order = orNotFound(orders.find(({ id }) => id === orderId))
  if (order.state === 'complete') return 'paid'
  if (order.state !== 'confirm') throw notConfirmed(order)
  if (orders.some(({ isToBeCollected }) => isToBeCollected)) throw isCollected()
  await countAttempt(tx, `pay:${orderId}`, PRESSES)
  const open = order.chargeId === null ? null : await readCharge(tx, order.chargeId)
  // Never starts a second charge alongside one that may have been paid.
  if (order.isInReview || isOfAnotherProvider(open, parts)) throw inReview(order.state)
  if (open) return { charge: open }
  if (order.isOverdue) return { error: await cancelOverdue(tx, parts, [order]) }
  // First ends another order's charge that includes the delivery fee. Otherwise, a customer could pay for this order
  // without the fee, and then cancel that order.
  if (owes(fee) && fee.chargeId) return endFirst(await readCharge(tx, fee.chargeId), parts, order)
  return start(tx, parts, [order], owes(fee))
}

async function beginPurchase(
  tx: Tx,
  parts: PaymentParts,
  { orders, fee }: Scene,
  shownCents: number | null,
): Promise<Beginning> {
  const payable = orders.filter(({ state }) => state === 'confirm')
  const [first] = payable
  if (!first) {
    if (orders.some(({ state }) => state === 'complete')) return 'paid'
    throw notConfirmed(orders[0])
  }
  if (payable.some(({ isToBeCollected }) => isToBeCollected)) throw isCollected()
  await countAttempt(tx, `pay-purchase:${first.purchaseId}`, PRESSES)
  if (payable.some(({ isInReview }) => isInReview)) throw inReview(first.state)
  const late = payable.filter(({ isOverdue, chargeId }) => isOverdue && chargeId === null)
  if (late.length > 0) return { error: await cancelOverdue(tx, parts, late, payable.length) }
  const sum = sumOf(payable, ({ totalCents }) => totalCents) + owes(fee)
  if (shownCents !== null && shownCents !== sum) throw purchaseChanged()
  const chargeId = payable.find((order) => order.chargeId !== null)?.chargeId
  if (!chargeId) return start(tx, parts, payable, owes(fee))
  const open = await readCharge(tx, chargeId)
  const isWhole = payable.every((order) => order.chargeId === chargeId) && open.amountCents === sum
  if (!isWhole) return endFirst(open, parts, first)
  if (isOfAnotherProvider(open, parts)) throw inReview(first.state)
  return { charge: open }
}

/** The delivery fee that the next charge must include, in cents. */
function owes({ cents, isPaid }: store.DeliveryFee): number {
  return isPaid ? 0 : cents
}

function isOfAnotherProvider(open: Begun | null, { provider }: PaymentParts): boolean {
  return open !== null && open.provider !== provider.name
}

function endFirst(open: Begun, parts: PaymentParts, { state }: store.PayableOrder): Beginning {
  if (isOfAnotherProvider(open, parts)) throw inReview(state)
  return { inTheWay: open }
}

function notConfirmed(order: store.PayableOrder | undefined): ShopError {
  return new ShopError('conflict', 'error.orderNotConfirmed', { state: order?.state })
}

/** @param payable the number of orders that the customer meant to pay for. */
async function cancelOverdue(
  tx: Tx,
  { orders }: PaymentParts,
  late: readonly store.PayableOrder[],
  payable = late.length,
): Promise<ShopError> {
  await store.lockProducts(
    tx,
    late.map(({ id }) => id),
  )
  for (const { id } of late) {
    await orders.move(tx, { orderId: id, move: 'cancel', by: 'server', actorId: null })
  }
  return late.length === payable ? overdue() : purchaseChanged()
}

/** Starts a charge and holds its orders. A request that continues the charge does not extend the hold. */
async function start(
  tx: Tx,
  { provider, unpaidExpiresAfter }: PaymentParts,
  orders: readonly store.PayableOrder[],
  deliveryCents: number,
): Promise<Beginning> {
  const ids = orders.map(({ id }) => id)
  const unearned = await findUnearned(tx, ids)
  if (unearned) throw unearnedAlone(unearned)
  // If a coupon covers the full amount, there is nothing to charge.
  const cents = sumOf(orders, ({ totalCents }) => totalCents) + deliveryCents
  const name = cents === 0 ? FREE : provider.name
  const traits = traitsOf(name)
  const minimumCents = traits.minimumCents()
  if (isTooLittle(cents, minimumCents)) throw tooLittle(minimumCents)
  await store.holdOrders(tx, ids, { minutes: traits.openMinutes, seconds: unpaidExpiresAfter })
  const chargeId = await startCharge(tx, ids, { provider: name, deliveryCents })
  return { charge: await readCharge(tx, chargeId) }
}
