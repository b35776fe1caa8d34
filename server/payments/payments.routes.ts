import type { FastifyInstance } from 'fastify'
import { cancelOrder } from '#contract/orders.ts'
import { getPurchase, payOrder, payPurchase, stripeWebhook } from '#contract/payments.ts'
import type { Orders } from '../orders/orders.ts'
import { type Api, createApi, type Guards } from '../platform/http/api.ts'
import { readAmount } from '../platform/http/read-amount.ts'
import type { Payments } from './payments.ts'

export function paymentsRoutes(api: Api, payments: Payments, orders: Orders): void {
  api.route(payOrder, async ({ caller, params, body }) => {
    const { order, redirect } = await payments.pay(caller, params.id, body?.testCard)
    return { data: order, ...(redirect && { redirect }) }
  })

  api.route(payPurchase, async ({ caller, params, body }) => {
    const shownCents = body?.total === undefined ? null : readAmount('total', body.total)
    const what = { shownCents, ...(body?.testCard && { wish: body.testCard }) }
    const { orders: data, ...page } = await payments.payPurchase(caller, params.id, what)
    return { data, ...page }
  })

  api.data(getPurchase, ({ caller, params }) => payments.findPurchase(caller, params.id))

  api.data(cancelOrder, async ({ caller, params, body }) => {
    const { id } = params
    const restCents = body?.total === undefined ? null : readAmount('total', body.total)
    await orders.countCanceling(caller)
    await payments.endAttempt(id, caller.id)
    return orders.cancel(caller, id, restCents)
  })
}

/** Registers the webhook in the only scope that leaves bodies unparsed, since their exact bytes are signed. */
export function webhookRoutes(app: FastifyInstance, guards: Guards, payments: Payments): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    createApi(scope, guards).route(stripeWebhook, async ({ request }) => {
      const signature = request.headers['stripe-signature']
      const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
      await payments.receive(body, typeof signature === 'string' ? signature : undefined)
      return { received: true as const }
    })
  })
}
