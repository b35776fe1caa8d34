/** Charging an order or a purchase: begins a charge, calls the provider and applies the outcome. */

import { refuseInMaintenance } from '../orders/maintenance.ts'
import { createSingleFlight } from '../platform/concurrency/single-flight.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'
import { ShopError } from '../platform/http/shop-error.ts'
import { type Beginning, beginPayment, type ToPay } from './begin-payment.ts'
import type { Begun } from './charges.store.ts'
import { inReview, unavailable, underWay } from './payment-errors.ts'
import { type Charge, currencyName, DECLINED, type Outcome } from './provider.ts'
import type { SettlingParts } from './settle.ts'

interface PayParts extends SettlingParts {
  end(charge: Begun): Promise<Outcome | null>
}

/** The result of a payment, with the URL of the provider's page if the customer pays there. */
export interface Paid {
  redirect?: string
}

/** The maximum number of conflicting charges to end before a new charge begins. */
const ENDED_MAX = 5

/** @returns the function that pays for an order or a purchase; identical concurrent requests share one attempt. */
export function createPay(parts: PayParts) {
  const coalesce = createSingleFlight<Paid>()

  async function attempt(caller: Caller, toPay: ToPay, wish?: string) {
    const begun = await beginAlone(parts, caller, toPay)
    if (begun === 'paid') return { isRepeated: false, outcome: null }
    const { charge } = begun
    return { isRepeated: charge.ref !== null, outcome: await ask(parts, charge, wish) }
  }

  async function payOnce(caller: Caller, toPay: ToPay, wish?: string): Promise<Paid> {
    await refuseInMaintenance(parts.db.run)
    let { outcome, isRepeated } = await attempt(caller, toPay, wish)
    // The page of an earlier attempt has expired: the customer gets a new one.
    if (isRepeated && outcome?.status === 'declined') {
      outcome = (await attempt(caller, toPay, wish)).outcome
    }
    if (outcome?.status === 'declined') {
      throw new ShopError('payment_declined', 'error.paymentDeclined')
    }
    if (outcome?.status === 'unknown_account') throw inReview('confirm')
    return outcome?.status === 'redirect' ? { redirect: outcome.url } : {}
  }

  return (caller: Caller, toPay: ToPay, wish?: string): Promise<Paid> =>
    coalesce(`${caller.id}:${JSON.stringify(toPay)}:${wish}`, () => payOnce(caller, toPay, wish))
}

/** Ends all conflicting charges, then begins a new one. */
async function beginAlone(
  parts: PayParts,
  caller: Caller,
  toPay: ToPay,
): Promise<Extract<Beginning, { charge: Charge } | 'paid'>> {
  for (let ended = 0; ended <= ENDED_MAX; ended++) {
    const begun = await beginPayment(parts, caller, toPay)
    if (begun === 'paid' || 'charge' in begun) return begun
    if ('error' in begun) throw begun.error
    const outcome = await parts.end(begun.inTheWay)
    // The provider does not know the charge yet: another request is just creating it.
    if (!outcome) throw underWay()
    if (outcome.status === 'unknown_account') throw inReview('confirm')
  }
  throw underWay()
}

async function ask(parts: SettlingParts, charge: Charge, wish?: string): Promise<Outcome> {
  // If an earlier attempt opened a page, it may have been paid or have expired since.
  const outcome = charge.ref ? await find(parts, charge) : await chargeOrFind(parts, charge, wish)
  await inTransaction(parts.db, (tx) => parts.settle(tx, charge.chargeId, outcome))
  return outcome
}

/** A failed request may still have made the charge, so the outcome is then read from the provider. */
async function chargeOrFind(
  { provider, warn }: SettlingParts,
  charge: Charge,
  wish?: string,
): Promise<Outcome> {
  if (charge.amountCents === 0) return forNothing(charge)
  try {
    return await provider.charge(charge, wish)
  } catch (error) {
    const found = await provider.find(charge).catch(() => null)
    if (found) return found
    warn(error, `charge ${charge.chargeId} failed at ${provider.name}`)
    throw unavailable()
  }
}

function forNothing({ chargeId }: Charge): Outcome {
  return { status: 'captured', ref: `free-${chargeId}`, amountCents: 0, currency: currencyName() }
}

async function find({ provider, warn }: SettlingParts, charge: Charge): Promise<Outcome> {
  const found = await provider.find(charge).catch((error: unknown) => {
    warn(error, `the outcome of charge ${charge.chargeId} could not be read`)
    throw unavailable()
  })
  return found ?? DECLINED
}
