import { fromCents, toCents } from '#contract/money.ts'
import type { Purchase } from '#contract/payments.ts'
import { invoicesOfPurchase } from '../invoices/invoices.ts'
import { findPurchaseFacts } from '../orders/purchase-facts.ts'
import type { Caller } from '../platform/http/api.ts'
import { orNotFound } from '../platform/http/shop-error.ts'
import type { PaymentParts } from './payment-parts.ts'
import { findMoney } from './purchases.store.ts'

/** A purchase as its customer sees it. @throws ShopError `not_found`. */
export async function findPurchase(
  { db, orders, unpaidExpiresAfter }: Pick<PaymentParts, 'db' | 'orders' | 'unpaidExpiresAfter'>,
  caller: Caller,
  id: number,
): Promise<Purchase> {
  const money = orNotFound(
    await findMoney(db.run, { ownerId: caller.id, purchaseId: id, seconds: unpaidExpiresAfter }),
  )
  const [all, facts, invoices] = await Promise.all([
    orders.inPurchase(caller, id),
    findPurchaseFacts(db.run, id),
    invoicesOfPurchase(db.run, id),
  ])
  const payable = all.filter(({ state }) => state === 'confirm')
  const owesDelivery = payable.length > 0 && !money.isDeliveryPaid
  const deliveryCents = owesDelivery ? money.deliveryCents : 0
  const totalCents = payable.reduce((sum, { owed }) => sum + toCents(owed), deliveryCents)
  return {
    id,
    orders: all,
    ...facts,
    due: {
      delivery: fromCents(deliveryCents),
      discount: fromCents(payable.reduce((sum, { discount }) => sum + toCents(discount), 0)),
      total: fromCents(totalCents),
    },
    payBefore: money.payBefore?.toISOString() ?? null,
    paid: fromCents(money.paidCents),
    refunded: fromCents(money.refundedCents),
    invoices,
  }
}
