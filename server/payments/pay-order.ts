/** Taking the money of an order: begins a payment, calls the provider and applies the outcome. */
import type { Order } from '#contract/orders.ts'
import { createSingleFlight } from '../platform/concurrency/single-flight.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { beginPayment } from './begin-payment.ts'
import type { SettlingParts } from './payment-parts.ts'
import { inReview, overdue, unavailable } from './payment-refusals.ts'
import { type Charge, DECLINED, type Outcome } from './provider.ts'

/** The order, and the provider's page when the customer pays there. */
interface Paid {
  order: Order
  redirect?: string
}

/** @returns the function that pays an order; concurrent presses share one attempt. */
export function createPay(parts: SettlingParts) {
  const { orders } = parts
  const coalesce = createSingleFlight<Paid>()

  async function attempt(caller: Caller, orderId: number, wish?: string) {
    const charge = await beginPayment(parts, caller, orderId)
    if (charge === 'overdue') throw overdue()
    return { isRepeated: charge?.ref != null, outcome: charge && (await ask(parts, charge, wish)) }
  }

  async function payOnce(caller: Caller, orderId: number, wish?: string): Promise<Paid> {
    let { outcome, isRepeated } = await attempt(caller, orderId, wish)
    // The earlier page has expired: the customer gets another.
    if (isRepeated && outcome?.status === 'declined') {
      outcome = (await attempt(caller, orderId, wish)).outcome
    }
    if (outcome?.status === 'declined') {
      throw new ShopError('payment_declined', 'refusal.paymentDeclined')
    }
    const order = await orders.find(caller, orderId)
    if (outcome?.status === 'unknown_account') throw inReview(order.state)
    return outcome?.status === 'redirect' ? { order, redirect: outcome.url } : { order }
  }

  return (caller: Caller, orderId: number, wish?: string): Promise<Paid> =>
    coalesce(`${caller.id}:${orderId}:${wish}`, () => payOnce(caller, orderId, wish))
}

/** Returns the outcome after applying it to the shop's ledger. */
async function ask(parts: SettlingParts, charge: Charge, wish?: string): Promise<Outcome> {
  // A repeated attempt: the open page may have been paid or have expired meanwhile.
  const outcome = charge.ref ? await find(parts, charge) : await chargeOrFind(parts, charge, wish)
  await inTransaction(parts.db, (tx) => parts.settle(tx, charge.paymentId, outcome))
  return outcome
}

/** A provider that fails may still have done the work, so it is asked once more. */
async function chargeOrFind(
  { provider, warn }: SettlingParts,
  charge: Charge,
  wish?: string,
): Promise<Outcome> {
  try {
    return await provider.charge(charge, wish)
  } catch (error) {
    const found = await provider.find(charge).catch(() => null)
    if (found) return found
    warn(error, `payment ${charge.paymentId} did not reach ${provider.name}`)
    throw unavailable()
  }
}

async function find({ provider, warn }: SettlingParts, charge: Charge): Promise<Outcome> {
  const found = await provider.find(charge).catch((error: unknown) => {
    warn(error, `payment ${charge.paymentId} was not found out`)
    throw unavailable()
  })
  return found ?? DECLINED
}
