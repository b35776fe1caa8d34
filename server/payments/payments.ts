/**
 * Taking money: one transaction before the provider is asked, one after, none around it
 * (settle.ts says what its answer does).
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
/** Every page of a provider is over by then. */
const UNSETTLED_MINUTES = 120
/** Of pay, for one order: each asks the provider. */
const PRESSES = { attempts: 10, windowSeconds: 10 * 60 }
const DECLINED: Outcome = { status: 'declined' }
const FOREIGN: Outcome = { status: 'foreign' }

export interface PaymentParts {
  db: Database
  orders: Orders
  provider: PaymentProvider
  /** Tells the outbox that there is something to deliver. */
  notify(): void
  /** Hears of what somebody should look at. */
  warn(error: unknown, what: string): void
  /** Seconds from confirming in which an order is to be paid. */
  unpaidExpiresAfter: number
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments(parts: PaymentParts) {
  const { db, orders, provider, notify, warn, unpaidExpiresAfter } = parts
  const settle = createSettle({ orders, notify, warn: (what) => warn(undefined, what) })
  const events = createProviderEvents({ db, provider, settle, warn })
  const coalesce = createSingleFlight<{ order: Order; redirect?: string }>()
  /** Whose payments can be settled here: the others wait until theirs is the provider again. */
  const asked = [provider.name, ...WITHOUT_MONEY]
  const toldForeign = new Set<string>()
  let isFirstSweep = true

  /** Null when the order is paid already, `overdue` when it was cancelled for its age. */
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
      // Never a second charge beside one that may have brought money.
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

  /** The page that is open closes when it was to: asking for it again holds nothing longer. */
  async function start(tx: Tx, order: store.PayableOrder): Promise<store.Begun> {
    const { openMinutes } = traitsOf(provider.name)
    const hold = { minutes: openMinutes, seconds: unpaidExpiresAfter }
    await store.holdOrder(tx, order.id, hold)
    return store.startPayment(tx, order, provider.name)
  }

  /** The outcome, with the shop's ledger already changed accordingly. */
  async function ask(charge: Charge, wish?: string): Promise<Outcome> {
    // Asked again: the page that was opened may meanwhile be paid or over.
    const outcome = charge.ref ? await find(charge) : await chargeOrFind(charge, wish)
    await inTransaction(db, (tx) => settle(tx, charge.paymentId, outcome))
    return outcome
  }

  /** A provider that fails may have done the work all the same: it is asked once more. */
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

  /** What became of a payment that nobody can pay any more; null as of `provider.close`. */
  async function close(payment: store.Begun): Promise<Outcome | null> {
    if (payment.provider !== provider.name) {
      return traitsOf(payment.provider).takesMoney ? FOREIGN : DECLINED
    }
    return provider.close(payment).catch((error: unknown) => {
      warn(error, `payment ${payment.paymentId} was not closed`)
      throw unavailable()
    })
  }

  /** Nobody can tell now; somebody may when the account's keys are back. */
  async function putOff({ paymentId }: store.Begun): Promise<void> {
    await store.putOff(db.run, paymentId)
    if (toldForeign.has(paymentId)) return
    toldForeign.add(paymentId)
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
    // The page that was opened before is over: the customer gets another.
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
     * Presses at once are one.
     * @throws ShopError `not_found`, `conflict` for an order that is not confirmed or whose time to
     *   be paid is over (it is cancelled then), `too_many`, `payment_declined`, `unavailable` while
     *   the outcome is unknown.
     */
    pay: (caller: Caller, orderId: number, wish?: string) =>
      coalesce(`${caller.id}:${orderId}:${wish}`, () => payOnce(caller, orderId, wish)),

    /**
     * Ends the payment of an order that is under way, so that the order can be cancelled: nobody
     * can pay on the page that is open. When the customer was faster, the order is paid instead.
     * @param ownerId null for the staff.
     * @returns what the provider that is set up cannot be asked about; only `giveUp` ends that.
     * @throws ShopError `unavailable` while the provider does not answer.
     */
    async endAttempt(orderId: number, ownerId: number | null): Promise<store.Begun | null> {
      const payment = await store.findOpen(db.run, orderId, ownerId)
      const outcome = payment && (await close(payment))
      // Never heard of: it is being asked for at this moment, and whoever asks goes first.
      if (!outcome) return null
      if (outcome.status === 'foreign') return payment
      await inTransaction(db, (tx) => settle(tx, payment.paymentId, outcome))
      return null
    },

    /**
     * The staff's word that nothing more is to come from a provider that cannot be asked; part of
     * the transaction that cancels the order.
     * @returns what the audit log says of it, or null when there was nothing left to give up.
     * @throws ShopError `conflict` while the provider's page may be open (`retryAfter` in seconds),
     *   or while other money of the order is in review.
     */
    async giveUp(tx: Tx, { paymentId, provider: taker }: store.Begun) {
      const payment = await store.lockPayment(tx, paymentId)
      if (!payment || !isOpen(payment.state)) return null
      if (payment.isInReview) throw inReview(payment.orderState)
      const secondsLeft = Math.ceil(traitsOf(taker).openMinutes * 60 - payment.ageSeconds)
      if (secondsLeft > 0) throw mayBePaid(payment.orderState, secondsLeft)
      await store.setPaymentState(tx, paymentId, 'voided')
      // A hold may have been prolonged beyond the page's own time.
      await store.freeOrder(tx, payment.orderId)
      tx.afterCommit(() =>
        warn(
          undefined,
          `payment ${paymentId} of order ${payment.orderId} was given up without asking ${taker}: if it brought money, refund it there`,
        ),
      )
      return { paymentGivenUp: paymentId, provider: taker }
    },

    /** What the provider tells unasked; see `createProviderEvents`. */
    receive: events.receive,

    /** Begun two hours ago or longer, and still not settled. */
    countUnsettled: (): Promise<number> => store.countUnsettled(db.run, UNSETTLED_MINUTES),

    /** For the start: a shop may have had another provider before. */
    async warnOfStranded(): Promise<void> {
      const { payments, refunds } = await store.countStranded(db.run, asked)
      if (payments + refunds === 0) return
      warn(
        undefined,
        `${payments} payments and ${refunds} refunds wait for a provider that is not set up: give its keys back, or settle them by hand (docs/operations.md)`,
      )
    },

    /** Settles what began and was never finished: from what we were told, then by asking. */
    async sweep(): Promise<void> {
      // The keys may be others than those of the process before.
      if (isFirstSweep) await store.forgetPutOffs(db.run)
      isFirstSweep = false
      await events.sweep()
      await store.retryRefunds(db.run, asked, RETRY_REFUNDS_MINUTES)
      for (const payment of await store.claimStuck(db.run, asked, STUCK)) {
        // One that the provider no longer knows must not keep the others from being settled.
        try {
          // Of the others of whom it is asked here: they took no money.
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
