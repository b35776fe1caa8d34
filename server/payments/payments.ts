/**
 * Payments: a customer pays an order, staff or customer end a payment, the timer settles the rest.
 * One transaction before the call to the provider, one after it, none around it (settle.ts applies
 * the outcome).
 */
import { createPaymentEnd } from './end-payment.ts'
import { createPay } from './pay-order.ts'
import type { PaymentParts } from './payment-parts.ts'
import { createProviderEvents } from './provider-events.ts'
import { traitsOf } from './providers.ts'
import { createSettle } from './settle.ts'
import { createPaymentSweep } from './sweep-payments.ts'

export type Payments = ReturnType<typeof createPayments>

export function createPayments(parts: PaymentParts) {
  const { provider, warn } = parts
  const settle = createSettle({ ...parts, warn: (what) => warn(undefined, what) })
  const events = createProviderEvents({ ...parts, settle })
  return {
    /** What the page must know before it asks for a payment. */
    method: { provider: provider.name, opensPage: traitsOf(provider.name).opensPage },

    /**
     * @throws ShopError `not_found`, `conflict` for an order that is not confirmed or whose time to
     *   pay is over (it is then cancelled), `too_many`, `payment_declined`, `unavailable` while the
     *   outcome is unknown.
     */
    pay: createPay({ ...parts, settle }),

    ...createPaymentEnd({ ...parts, settle }),

    /** Events from the provider; see `createProviderEvents`. */
    receive: events.receive,

    ...createPaymentSweep({ ...parts, settle, events }),
  }
}
