/**
 * Applies an outcome to the payments of a charge and their orders. The first to receive it (the
 * request, the provider's event, the sweeper) settles the charge; the others find it settled.
 */
import type { Tx } from '../platform/db/database.ts'
import type { LockedPayment } from './charges.store.ts'
import * as store from './charges.store.ts'
import { sumOf } from './charges.store.ts'
import type { PaymentParts } from './payment-parts.ts'
import { chargedCents, currencyName, type Outcome } from './provider.ts'
import { traitsOf } from './providers.ts'
import { lockProducts, returnDeliveryFees } from './purchases.store.ts'

type Captured = Extract<Outcome, { status: 'captured' }>

export interface SettlingParts extends PaymentParts {
  settle: ReturnType<typeof createSettle>
}

/** The states that a capture changes: even a failed payment may still be paid on the provider's open page. */
const UNPAID: ReadonlySet<LockedPayment['state']> = new Set([
  'started',
  'authorized',
  'failed',
  'voided',
])

export function createSettle({
  orders,
  warn,
  marksTestOrders,
}: Pick<PaymentParts, 'orders' | 'warn' | 'marksTestOrders'>) {
  async function capture(tx: Tx, charge: LockedPayment[], outcome: Captured): Promise<void> {
    const unpaid = charge.filter(({ state }) => UNPAID.has(state))
    const [first] = unpaid
    if (!first) return
    const asked = sumOf(charge, ({ amountCents }) => amountCents)
    const isPaid = chargedCents(outcome.amountCents) === chargedCents(asked)
    if (!isPaid || outcome.currency !== currencyName()) {
      for (const payment of unpaid) await review(tx, payment, outcome, asked)
      return
    }
    await lockProducts(
      tx,
      unpaid.map(({ orderId }) => orderId),
    )
    await keepFee(tx, unpaid)
    for (const payment of unpaid) await captureShare(tx, payment, outcome.ref)
    // Refunds a delivery fee that was paid twice, or for a purchase that is no longer delivered.
    await returnDeliveryFees(tx, first.purchaseId)
  }

  /** Moves the delivery fee to a payment that the shop keeps, since a payment refunded immediately is on no invoice. */
  async function keepFee(tx: Tx, charge: readonly LockedPayment[]): Promise<void> {
    const bringer = charge.find(({ deliveryCents }) => deliveryCents > 0)
    const kept = charge.find(isPayable)
    if (bringer && kept && !isPayable(bringer)) {
      await store.moveDeliveryFee(tx, bringer.id, kept.id)
    }
  }

  async function review(
    tx: Tx,
    { id, orderId }: LockedPayment,
    { ref, amountCents, currency }: Captured,
    asked: number,
  ): Promise<void> {
    await store.setPaymentState(tx, id, 'review', ref)
    await store.holdForReview(tx, orderId)
    tx.afterCommit(() =>
      warn(
        undefined,
        `payment ${id} for order ${orderId}: its charge took ${amountCents} ${currency} instead of ${asked} ${currencyName()} (in the smallest unit): refund the charge once, at the provider`,
      ),
    )
  }

  /**
   * Captures an order's share. Refunds it instead if the order was canceled or repriced since the payment began, or has
   * a different payment that is captured or in progress.
   */
  async function captureShare(tx: Tx, payment: LockedPayment, ref: string): Promise<void> {
    const { id, orderId } = payment
    if (isPayable(payment)) {
      await store.setPaymentState(tx, id, 'captured', ref)
      if (marksTestOrders && traitsOf(payment.provider).isTest) await store.markTest(tx, orderId)
      await orders.move(tx, { orderId, move: 'pay', by: 'server', actorId: null })
      return
    }
    await store.setPaymentState(tx, id, 'refunded', ref)
    await store.askForRefund(tx, id)
    tx.afterCommit(() =>
      warn(
        undefined,
        `order ${orderId} could no longer accept payment ${id}, which will be refunded`,
      ),
    )
  }

  /**
   * Handles a charge that the provider has refunded in full. Changes nothing if the shop's own refunds add up to the
   * charge, since refunds of amounts do not change orders; otherwise, it was refunded by hand at the provider.
   */
  async function returnMoney(tx: Tx, chargeId: string, charge: LockedPayment[]): Promise<void> {
    if (await store.wentBack(tx, chargeId)) return
    await store.markDeliveryReturned(tx, chargeId)
    await lockProducts(
      tx,
      charge.map(({ orderId }) => orderId),
    )
    for (const payment of charge) await returnShare(tx, payment)
  }

  async function returnShare(tx: Tx, payment: LockedPayment): Promise<void> {
    const { id, orderId, state } = payment
    if (state === 'refunded') return
    if (state !== 'captured') {
      // The refund arrived before the capture, which will then change nothing.
      if (isOpen(state) || state === 'review') await close(tx, payment, 'refunded')
      else await store.setPaymentState(tx, id, 'refunded')
      return
    }
    // The units may not have been returned; if they were, staff add them to the stock.
    await orders.move(tx, {
      orderId,
      move: 'refund',
      by: 'server',
      actorId: null,
      goodsBack: false,
    })
    await store.setPaymentState(tx, id, 'refunded')
    tx.afterCommit(() =>
      warn(undefined, `payment ${id} for order ${orderId} was refunded at the payment provider`),
    )
  }

  async function close(tx: Tx, { id, orderId }: LockedPayment, state: 'failed' | 'refunded') {
    await store.setPaymentState(tx, id, state)
    await store.freeOrder(tx, orderId)
  }

  return async function settle(tx: Tx, chargeId: string, outcome: Outcome): Promise<void> {
    const charge = await store.lockCharge(tx, chargeId)
    if (charge.length === 0) return
    if (outcome.status === 'captured') await capture(tx, charge, outcome)
    else if (outcome.status === 'redirect') await store.keepRef(tx, chargeId, outcome.ref)
    else if (outcome.status === 'returned') await returnMoney(tx, chargeId, charge)
    else if (outcome.status === 'declined') {
      for (const payment of charge) if (isOpen(payment.state)) await close(tx, payment, 'failed')
    }
  }
}

/** Whether the order is waiting for this money at an unchanged price, with no competing payment. */
function isPayable({ orderState, hasRival, isRepriced }: LockedPayment): boolean {
  return orderState === 'confirm' && !hasRival && !isRepriced
}

/** Whether the outcome of a payment in this state is still unknown. */
export function isOpen(state: LockedPayment['state']): boolean {
  return state === 'started' || state === 'authorized'
}
