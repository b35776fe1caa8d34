/**
 * What an outcome does to a payment and its order. The first to receive it (the request, the
 * provider's event, the sweeper) settles the payment; the others find it settled.
 */
import type { Orders } from '../orders/orders.ts'
import type { Tx } from '../platform/db/database.ts'
import type { LockedPayment } from './payments.store.ts'
import * as store from './payments.store.ts'
import { CURRENCY, type Outcome } from './provider.ts'

export interface SettleParts {
  orders: Orders
  /** Notifies the outbox that there is something to deliver. */
  notify(): void
  /** Receives what the owner should look at. */
  warn(what: string): void
}

type Captured = Extract<Outcome, { status: 'captured' }>

export type Settle = ReturnType<typeof createSettle>

export function createSettle({ orders, notify, warn }: SettleParts) {
  async function capture(tx: Tx, payment: LockedPayment, outcome: Captured): Promise<void> {
    const { id, orderId, state } = payment
    const { ref, amountCents, currency } = outcome
    // A payment that failed here may still be paid there: its page was open.
    if (!['started', 'authorized', 'failed', 'voided'].includes(state)) return
    if (amountCents !== payment.amountCents || currency !== CURRENCY) {
      await store.setPaymentState(tx, id, 'review', ref)
      await store.holdForReview(tx, orderId)
      tx.afterCommit(() =>
        warn(
          `payment ${id} of order ${orderId} brought ${amountCents} ${currency}, not ${payment.amountCents} ${CURRENCY}: refund it at the provider`,
        ),
      )
      return
    }
    if (payment.orderState === 'confirm' && !payment.hasRival) {
      await store.setPaymentState(tx, id, 'captured', ref)
      await orders.move(tx, { orderId, move: 'pay', by: 'server', actorId: null })
      return
    }
    await store.setPaymentState(tx, id, 'refunded', ref)
    await store.askForRefund(tx, payment)
    tx.afterCommit(notify)
    tx.afterCommit(() => warn(`payment ${id} came too late for order ${orderId}: refunded`))
  }

  /** The money was refunded at the provider itself. */
  async function refund(tx: Tx, payment: LockedPayment): Promise<void> {
    const { id, orderId, state } = payment
    if (state === 'refunded') return
    if (state !== 'captured') {
      // The refund arrived before the capture: the later capture then changes nothing.
      if (isOpen(state) || state === 'review') await close(tx, payment, 'refunded')
      else await store.setPaymentState(tx, id, 'refunded')
      return
    }
    // Nothing says that the goods came back; if they did, the staff adds them to the stock.
    await orders.move(tx, {
      orderId,
      move: 'refund',
      by: 'server',
      actorId: null,
      goodsBack: false,
    })
    await store.setPaymentState(tx, id, 'refunded')
    tx.afterCommit(() => warn(`payment ${id} of order ${orderId} was refunded at the provider`))
  }

  async function close(tx: Tx, { id, orderId }: LockedPayment, state: 'failed' | 'refunded') {
    await store.setPaymentState(tx, id, state)
    await store.freeOrder(tx, orderId)
  }

  return async function settle(tx: Tx, paymentId: string, outcome: Outcome): Promise<void> {
    const payment = await store.lockPayment(tx, paymentId)
    if (!payment) return
    if (outcome.status === 'captured') await capture(tx, payment, outcome)
    else if (outcome.status === 'redirect') await store.keepRef(tx, paymentId, outcome.ref)
    else if (outcome.status === 'declined' && isOpen(payment.state))
      await close(tx, payment, 'failed')
    else if (outcome.status === 'returned') await refund(tx, payment)
  }
}

/** The outcome is not known yet. */
export function isOpen(state: LockedPayment['state']): boolean {
  return state === 'started' || state === 'authorized'
}
