/**
 * Taking money: one transaction before the provider is asked, one after, none around it. Whoever
 * hears of the outcome first (this request, the sweeper, a provider's own message) settles it;
 * the others find it settled.
 */
import type { Order } from '#contract/orders.ts'
import type { Orders } from '../orders/orders.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, ShopError } from '../platform/http/shop-error.ts'
import * as store from './payments.store.ts'
import type { Charge, Outcome, PaymentProvider } from './provider.ts'

const HOLD_MINUTES = 10
const STUCK_AFTER_SECONDS = 60

export type Payments = ReturnType<typeof createPayments>

export function createPayments(db: Database, orders: Orders, provider: PaymentProvider) {
  /** Null when the order is paid already. */
  async function begin(caller: Caller, orderId: number): Promise<Charge | null> {
    return inTransaction(db, async (tx) => {
      const order = await store.lockOrder(tx, caller.id, orderId)
      if (!order) throw notFound()
      if (order.state === 'complete') return null
      if (order.state !== 'confirm') {
        throw new ShopError('conflict', 'Only a confirmed order can be paid.', {
          state: order.state,
        })
      }
      const paymentId = await store.startPayment(tx, order, provider.name)
      await store.holdOrder(tx, order.id, HOLD_MINUTES)
      return {
        paymentId,
        orderId,
        amountCents: order.totalCents,
        description: order.productName,
      }
    })
  }

  async function settle(paymentId: string, outcome: Outcome): Promise<void> {
    if (outcome.status === 'redirect') return
    if (outcome.status === 'declined') return store.failPayment(db.read, paymentId)
    await inTransaction(db, async (tx) => {
      // The order before the payment, as everywhere, or two settlers could wait in a ring.
      await store.lockOrderOfPayment(tx, paymentId)
      const orderId = await store.capturePayment(tx, paymentId, outcome.ref)
      if (orderId !== null)
        await orders.move(tx, { orderId, move: 'pay', by: 'server', actorId: null })
    })
  }

  return {
    /**
     * @throws ShopError `not_found`, `conflict` for an order that is not confirmed,
     *   `payment_declined`, `unavailable` while the outcome is unknown.
     */
    async pay(
      caller: Caller,
      orderId: number,
      wish?: string,
    ): Promise<{ order: Order; redirect?: string }> {
      const charge = await begin(caller, orderId)
      if (charge) {
        const outcome = await ask(provider, charge, wish)
        await settle(charge.paymentId, outcome)
        if (outcome.status === 'declined') {
          throw new ShopError('payment_declined', 'The payment was declined. Nothing was charged.')
        }
        if (outcome.status === 'redirect') {
          return { order: await orders.find(caller, orderId), redirect: outcome.url }
        }
      }
      return { order: await orders.find(caller, orderId) }
    },

    /** Settles what began and was never finished, by asking the provider. */
    async sweep(): Promise<void> {
      for (const paymentId of await store.findStuck(db.read, STUCK_AFTER_SECONDS)) {
        await settle(paymentId, (await provider.find(paymentId)) ?? { status: 'declined' })
      }
    },
  }
}

/** A provider that fails may have done the work all the same: it is asked once more. */
async function ask(provider: PaymentProvider, charge: Charge, wish?: string): Promise<Outcome> {
  try {
    return await provider.charge(charge, wish)
  } catch {
    const found = await provider.find(charge.paymentId).catch(() => null)
    if (found) return found
    throw new ShopError('unavailable', 'The payment did not go through yet. Please try again.', {
      retryAfter: 5,
    })
  }
}
