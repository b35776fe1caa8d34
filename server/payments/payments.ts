/**
 * Payments: customers pay for an order or a whole purchase, customers or staff end a payment, and a timer settles the
 * rest. One transaction runs before the request to the provider and one after it (settle.ts), but none during it.
 */
import type { Order } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import type { Caller } from '../platform/http/api.ts'
import { createPaymentEnd } from './end-payment.ts'
import { createPay, type Paid } from './pay.ts'
import type { PaymentParts } from './payment-parts.ts'
import { createProviderEvents } from './provider-events.ts'
import { traitsOf } from './providers.ts'
import { findPurchase } from './purchases.ts'
import { createSettle } from './settle.ts'
import { createPaymentSweep } from './sweep-payments.ts'

export type Payments = ReturnType<typeof createPayments>

export function createPayments(parts: PaymentParts) {
  const { provider, orders } = parts
  const settle = createSettle(parts)
  const events = createProviderEvents({ ...parts, settle })
  const { end, ...ending } = createPaymentEnd({ ...parts, settle })
  const pay = createPay({ ...parts, settle, end })
  return {
    /** The payment method, which the page needs before it starts a payment. */
    method: { provider: provider.name, opensPage: traitsOf(provider.name).opensPage },

    /**
     * Pays for an order. If the order is part of a charge in progress, continues that charge.
     * @throws ShopError `not_found`, `maintenance`, `too_many`, `payment_declined`; `conflict` for an order that cannot
     * be paid now, or whose time to pay is over (it is then canceled); `unavailable` while the outcome is unknown.
     */
    async pay(caller: Caller, orderId: number, wish?: string): Promise<Paid & { order: Order }> {
      const paid = await pay(caller, { of: { orderId }, shownCents: null }, wish)
      return { order: await orders.find(caller, orderId), ...paid }
    },

    /**
     * Pays for all confirmed orders of a purchase, and its delivery, in one charge.
     * @param shownCents the amount shown to the customer; null if unknown.
     * @throws ShopError like `pay`, and `conflict` when the amount has changed, or another request is just starting a
     * payment for one of the orders.
     */
    async payPurchase(
      caller: Caller,
      purchaseId: number,
      { shownCents, wish }: { shownCents: number | null; wish?: string },
    ): Promise<Paid & { orders: Order[] }> {
      const paid = await pay(caller, { of: { purchaseId }, shownCents }, wish)
      return { orders: await orders.inPurchase(caller, purchaseId), ...paid }
    },

    /** @throws ShopError `not_found`, also for other people's purchases. */
    findPurchase: (caller: Caller, id: number): Promise<Purchase> =>
      findPurchase(parts, caller, id),

    receive: events.receive,
    ...ending,
    ...createPaymentSweep({ ...parts, settle, events }),
  }
}
