import type { Locale } from '#contract/locale.ts'
import * as contract from '#contract/orders.ts'
import { couponCode } from '../coupons/coupon-terms.ts'
import { addressKey } from '../platform/http/address-key.ts'
import type { Api, Caller } from '../platform/http/api.ts'
import { readAmount } from '../platform/http/read-amount.ts'
import { statedLocale, translatorFor } from '../platform/http/request-language.ts'
import type { Orders } from './orders.ts'
import type { Purchase } from './quote.ts'

/** Canceling is in server/payments/payments.routes.ts, since a payment may be in progress. */
export function ordersRoutes(
  api: Api,
  orders: Orders,
  setLocale: (caller: Caller, locale: Locale) => Promise<void>,
): void {
  api.route(contract.placeOrder, async ({ caller, body, request, address }) => {
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : null
    const { lines, ...chosen } = readPurchase(body)
    const locale = statedLocale(request.headers['accept-language'])
    // Before the order is placed, because its first email may be written as soon as it is.
    if (locale) await setLocale(caller, locale)
    const totalCents = typeof body.total === 'number' ? readAmount('total', body.total) : null
    const data = await orders.place(caller, lines, key, addressKey(address), {
      ...chosen,
      totalCents,
      payment: body.payment ?? 'online',
      // Half a surrogate pair cannot be stored.
      note: body.note?.trim().toWellFormed() || null,
    })
    return { status: 201 as const, message: 'Order submitted successfully', data }
  })

  api.route(contract.quoteOrder, async ({ caller, body, request, address }) => {
    const guesser = { userId: caller.id, network: addressKey(address) }
    const { quote: data, couponProblem } = await orders.quote(guesser, readPurchase(body))
    const say = translatorFor(request)
    const message = data.delivery === null ? say('error.noDelivery') : null
    return { data, message, couponProblem: couponProblem && say(couponProblem) }
  })

  api.route(contract.listOrders, ({ caller, query }) => orders.list(caller, query))

  api.data(contract.getOrder, ({ caller, params }) => orders.find(caller, params.id))

  api.data(contract.getCancellation, ({ caller, params }) =>
    orders.findCancellation(caller, params.id),
  )

  api.data(contract.setOrderAddress, ({ caller, params, body }) =>
    orders.setAddress(caller, params.id, body.addressId),
  )

  api.data(contract.deliverOrder, ({ caller, params }) => orders.deliver(caller, params.id))
}

function readPurchase(body: contract.PurchaseBody): Purchase {
  const { orders: lines, addressId = null, delivery: deliveryId = null, coupon } = body
  return { lines, addressId, deliveryId, coupon: (coupon && couponCode(coupon)) || null }
}
