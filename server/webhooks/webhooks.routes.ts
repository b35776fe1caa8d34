import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import type { Webhooks } from './webhooks.ts'

export function webhooksRoutes(api: Api, webhooks: Webhooks): void {
  api.route(contract.listWebhooks, async () => ({ webhooks: await webhooks.all() }))

  api.route(contract.createWebhook, ({ caller, body }) => webhooks.create(caller, body))

  api.data(contract.editWebhook, ({ caller, params, body }) =>
    webhooks.edit(caller, params.id, body),
  )

  api.route(contract.deleteWebhook, async ({ caller, params }) => {
    await webhooks.remove(caller, params.id)
    return { message: 'Webhook deleted.' }
  })

  api.route(contract.listDeliveries, async ({ params }) => ({
    deliveries: await webhooks.deliveries(params.id),
  }))

  api.route(contract.redeliver, async ({ params }) => {
    await webhooks.redeliver(params.id)
    return { message: 'The message will be sent again.' }
  })
}
