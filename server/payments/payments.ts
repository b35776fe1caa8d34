/**
 * Taking money: one transaction before the call to the provider, one after it, none around it
 * (settle.ts applies the outcome).
 */
import type { OrderState } from '#contract/order-moves.ts'
import type { Order } from '#contract/orders.ts'
import type { Orders } from '../orders/orders.ts'
import { createSingleFlight } from '../platform/concurrency/single-flight.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import * as store from './payments.store.ts'
import type { Charge, Outcome, PaymentProvider } from './provider.ts'
import { createProviderEvents } from './provider-events.ts'
import { traitsOf, WITHOUT_MONEY } from './providers.ts'
import { createSettle, isOpen } from './settle.ts'

const STUCK = { seconds: 60, limit: 50 }
const RETRY_REFUNDS_MINUTES = 30
/** Every provider's page has expired by then. */
const UNSETTLED_MINUTES = 120
/** Limit on pay for one order: each press calls the provider. */
const PRESSES = { attempts: 10, windowSeconds: 10 * 60 }
const DECLINED: Outcome = { status: 'declined' }
const FOREIGN: Outcome = { status: 'foreign' }

export interface PaymentParts {
  db: Database
  orders: Orders
  provider: PaymentProvider
  /** Notifies the outbox that there is something to deliver. */
  notify(): void
  /** Receives what the owner should look at. */
  warn(error: unknown, what: string): void
  /** Seconds from confirmation until an order must be paid. */
  unpaidExpiresAfter: number
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments(parts: PaymentParts) {
  const { db, orders, provider, notify, warn, unpaidExpiresAfter } = parts
  const settle = createSettle({ orders, notify, warn: (what) => warn(undefined, what) })
  const events = createProviderEvents({ db, provider, settle, warn })
  const coalesce = createSingleFlight<{ order: Order; redirect?: string }>()
  /**
   * The providers whose payments can be settled here; the others wait until theirs is set up again.
   */
  const asked = [provider.name, ...WITHOUT_MONEY]
  const warnedForeign = new Set<string>()
  let isFirstSweep = true

  /** Null when the order is already paid, `overdue` when it was cancelled for its age. */
  async function begin(caller: Caller, orderId: number): Promise<Charge | 'overdue' | null> {
    return inTransaction(db, async (tx) => {
      const order = await store.lockOrder(tx, caller.id, orderId, unpaidExpiresAfter)
      if (!order) throw notFound()
      if (order.state === 'complete') return null
      if (order.state !== 'confirm') {
        throw new ShopError('conflict', 'refusal.orderNotConfirmed', {
          state: order.state,
        })
      }
      await countAttempt(tx, `pay:${orderId}`, PRESSES)
      await store.voidMoneyless(tx, order.id, provider.name)
      const open = await store.findOpen(tx, order.id, null)
      // Never starts a second charge beside one that may have brought money.
      if (order.isInReview || (open && open.provider !== provider.name)) {
        throw inReview(order.state)
      }
      if (!open && order.isOverdue) {
        await orders.move(tx, { orderId, move: 'cancel', by: 'server', actorId: null })
        return 'overdue'
      }
      const payment = open ?? (await start(tx, order))
      return { ...payment, ...order, orderId, amountCents: order.totalCents }
    })
  }

  /** The open page keeps its expiry time: asking for it again extends nothing. */
  async function start(tx: Tx, order: store.PayableOrder): Promise<store.Begun> {
    const { openMinutes } = traitsOf(provider.name)
    const hold = { minutes: openMinutes, seconds: unpaidExpiresAfter }
    await store.holdOrder(tx, order.id, hold)
    return store.startPayment(tx, order, provider.name)
  }

  /** Returns the outcome after applying it to the shop's ledger. */
  async function ask(charge: Charge, wish?: string): Promise<Outcome> {
    // A repeated attempt: the open page may have been paid or have expired meanwhile.
    const outcome = charge.ref ? await find(charge) : await chargeOrFind(charge, wish)
    await inTransaction(db, (tx) => settle(tx, charge.paymentId, outcome))
    return outcome
  }

  /** A provider that fails may still have done the work, so it is asked once more. */
  async function chargeOrFind(charge: Charge, wish?: string): Promise<Outcome> {
    try {
      return await provider.charge(charge, wish)
    } catch (error) {
      const found = await provider.find(charge).catch(() => null)
      if (found) return found
      warn(error, `payment ${charge.paymentId} did not reach ${provider.name}`)
      throw unavailable()
    }
  }

  async function find(charge: Charge): Promise<Outcome> {
    const found = await provider.find(charge).catch((error: unknown) => {
      warn(error, `payment ${charge.paymentId} was not found out`)
      throw unavailable()
    })
    return found ?? DECLINED
  }

  /** The outcome of a payment that can no longer be paid; null as in `provider.close`. */
  async function close(payment: store.Begun): Promise<Outcome | null> {
    if (payment.provider !== provider.name) {
      return traitsOf(payment.provider).takesMoney ? FOREIGN : DECLINED
    }
    return provider.close(payment).catch((error: unknown) => {
      warn(error, `payment ${payment.paymentId} was not closed`)
      throw unavailable()
    })
  }

  /** The outcome is unknown for now; it may be known when the account's keys are back. */
  async function putOff({ paymentId }: store.Begun): Promise<void> {
    await store.putOff(db.run, paymentId)
    if (warnedForeign.has(paymentId)) return
    warnedForeign.add(paymentId)
    warn(undefined, `payment ${paymentId} is not of this ${provider.name} account`)
  }

  async function attempt(caller: Caller, orderId: number, wish?: string) {
    const charge = await begin(caller, orderId)
    if (charge === 'overdue') throw overdue()
    return { isRepeated: charge?.ref != null, outcome: charge && (await ask(charge, wish)) }
  }

  async function payOnce(
    caller: Caller,
    orderId: number,
    wish?: string,
  ): Promise<{ order: Order; redirect?: string }> {
    let { outcome, isRepeated } = await attempt(caller, orderId, wish)
    // The earlier page has expired: the customer gets another.
    if (isRepeated && outcome?.status === 'declined') {
      outcome = (await attempt(caller, orderId, wish)).outcome
    }
    if (outcome?.status === 'declined') {
      throw new ShopError('payment_declined', 'refusal.paymentDeclined')
    }
    const order = await orders.find(caller, orderId)
    if (outcome?.status === 'foreign') throw inReview(order.state)
    return outcome?.status === 'redirect' ? { order, redirect: outcome.url } : { order }
  }

  return {
    /** What the page must know before it asks for a payment. */
    method: { provider: provider.name, opensPage: traitsOf(provider.name).opensPage },

    /**
     * Concurrent presses share one attempt.
     * @throws ShopError `not_found`, `conflict` for an order that is not confirmed or whose time to
     *   pay is over (it is then cancelled), `too_many`, `payment_declined`, `unavailable` while the
     *   outcome is unknown.
     */
    pay: (caller: Caller, orderId: number, wish?: string) =>
      coalesce(`${caller.id}:${orderId}:${wish}`, () => payOnce(caller, orderId, wish)),

    /**
     * Ends the payment of an order that is under way, so that the order can be cancelled and the
     * open page can no longer be paid. If the customer was faster, the order is paid instead.
     * @param ownerId null for the staff.
     * @returns the payment that the current provider cannot be asked about; only `giveUp` ends it.
     * @throws ShopError `unavailable` while the provider does not answer.
     */
    async endAttempt(orderId: number, ownerId: number | null): Promise<store.Begun | null> {
      const payment = await store.findOpen(db.run, orderId, ownerId)
      const outcome = payment && (await close(payment))
      // The provider does not know it yet: its charge is under way at this moment and goes first.
      if (!outcome) return null
      if (outcome.status === 'foreign') return payment
      await inTransaction(db, (tx) => settle(tx, payment.paymentId, outcome))
      return null
    },

    /**
     * The staff's decision to expect nothing more from a provider that cannot be asked; part of the
     * transaction that cancels the order.
     * @returns the details for the audit log, or null when there was nothing left to give up.
     * @throws ShopError `conflict` while the provider's page may be open (`retryAfter` in seconds),
     *   or while another payment of the order is in review.
     */
    async giveUp(tx: Tx, { paymentId, provider: taker }: store.Begun) {
      const payment = await store.lockPayment(tx, paymentId)
      if (!payment || !isOpen(payment.state)) return null
      if (payment.isInReview) throw inReview(payment.orderState)
      const secondsLeft = Math.ceil(traitsOf(taker).openMinutes * 60 - payment.ageSeconds)
      if (secondsLeft > 0) throw mayBePaid(payment.orderState, secondsLeft)
      await store.setPaymentState(tx, paymentId, 'voided')
      // A hold may have been extended beyond the page's own time.
      await store.freeOrder(tx, payment.orderId)
      tx.afterCommit(() =>
        warn(
          undefined,
          `payment ${paymentId} of order ${payment.orderId} was given up without asking ${taker}: if it brought money, refund it there`,
        ),
      )
      return { paymentGivenUp: paymentId, provider: taker }
    },

    /** Events from the provider; see `createProviderEvents`. */
    receive: events.receive,

    /** Payments begun at least two hours ago and still not settled. */
    countUnsettled: (): Promise<number> => store.countUnsettled(db.run, UNSETTLED_MINUTES),

    /** Called at the start: the shop may have had another provider before. */
    async warnOfStranded(): Promise<void> {
      const { payments, refunds } = await store.countStranded(db.run, asked)
      if (payments + refunds === 0) return
      warn(
        undefined,
        `${payments} payments and ${refunds} refunds wait for a provider that is not set up: give its keys back, or settle them by hand (docs/operations.md)`,
      )
    },

    /** Settles unfinished payments: first from stored events, then by asking the provider. */
    async sweep(): Promise<void> {
      // The keys may differ from those of the previous process.
      if (isFirstSweep) await store.forgetPutOffs(db.run)
      isFirstSweep = false
      await events.sweep()
      await store.retryRefunds(db.run, asked, RETRY_REFUNDS_MINUTES)
      for (const payment of await store.claimStuck(db.run, asked, STUCK)) {
        // A payment that the provider no longer has must not keep the others from being settled.
        try {
          // Other providers asked about here take no money, so nothing was paid.
          const isOurs = payment.provider === provider.name
          const outcome = (isOurs && (await provider.find(payment))) || DECLINED
          if (outcome.status === 'foreign') await putOff(payment)
          else await inTransaction(db, (tx) => settle(tx, payment.paymentId, outcome))
        } catch (error) {
          warn(error, `payment ${payment.paymentId} was not found out`)
        }
      }
    },
  }
}

function inReview(state: OrderState): ShopError {
  return new ShopError('conflict', 'refusal.paymentInReview', { state })
}

function overdue(): ShopError {
  return new ShopError('conflict', 'refusal.paymentOverdue', {
    state: 'canceled' satisfies OrderState,
  })
}

function mayBePaid(state: OrderState, seconds: number): ShopError {
  return new ShopError('conflict', 'refusal.paymentUnknown', { state, retryAfter: seconds })
}

function unavailable(): ShopError {
  return new ShopError('unavailable', 'refusal.paymentUnavailable', {
    retryAfter: 5,
  })
}
