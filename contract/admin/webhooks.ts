/**
 * Webhooks: messages that the shop sends to the owners' programs, following https://www.standardwebhooks.com
 * (docs/operations.md lists the messages).
 */
import { type Static, Type } from 'typebox'
import { LINK_MAX } from '../limits.ts'
import { CODE, Id, MessageReply, Nullable, Timestamp } from '../schema.ts'
import { WEBHOOK_EVENTS } from '../webhook-events.ts'
import { editOf, staffEndpoint, versioned } from './shared.ts'

export const WebhookForm = Type.Object({
  url: Type.String({
    ...CODE,
    maxLength: LINK_MAX,
    pattern: '^https?://\\S+$',
    examples: ['https://erp.example/barq'],
    description: 'a public https URL; if the shop itself runs on localhost, any http or https URL',
  }),
  events: Type.Array(Type.Enum(WEBHOOK_EVENTS), { minItems: 1, uniqueItems: true }),
  is_active: Type.Boolean({ description: 'whether messages are sent' }),
})
export type WebhookForm = Static<typeof WebhookForm>

export const Webhook = Type.Object(
  {
    id: Id,
    ...WebhookForm.properties,
    failure: Nullable({
      ...Type.Enum(['gone', 'failing']),
      description:
        'why the shop deactivated the webhook: `gone` if the URL responded with a 410, `failing` if deliveries failed for three days; null if the shop did not deactivate it',
    }),
    ...versioned,
  },
  { title: 'Webhook' },
)
export type Webhook = Static<typeof Webhook>

export const WebhookDelivery = Type.Object(
  {
    id: Id,
    event: Type.Enum(WEBHOOK_EVENTS),
    about: { ...Id, description: 'id of the order or product' },
    at: { ...Timestamp, description: 'when the event happened' },
    attempts: Type.Integer({ minimum: 0 }),
    delivered_at: Nullable(Timestamp),
    next_at: Nullable({
      ...Timestamp,
      description: 'when the next attempt is due; null if there is none',
    }),
    status: Nullable(
      Type.Integer({
        description:
          'the HTTP status of the response to the last attempt; null if there was no response or no attempt',
      }),
    ),
    error: Nullable(
      Type.String({
        description:
          'why the last attempt got no response; null if it got one or there was no attempt',
      }),
    ),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const Reply = Type.Object({ data: Webhook })

export const listWebhooks = staffEndpoint('GET /api/admin/webhooks', {
  summary: 'The webhooks, oldest first',
  replies: { 200: Type.Object({ webhooks: Type.Array(Webhook) }) },
})

export const createWebhook = staffEndpoint('POST /api/admin/webhooks', {
  summary:
    'Add a webhook: a URL that receives signed messages about events (Standard Webhooks). The messages contain ids, states and figures, but no personal data; all other details are available from the API',
  stepUp: true,
  body: WebhookForm,
  replies: {
    201: Type.Object({
      data: Webhook,
      secret: Type.String({
        description: 'the secret for verifying messages; shown only once',
      }),
    }),
  },
  errors: ['conflict'],
})

export const editWebhook = staffEndpoint('PUT /api/admin/webhooks/{id}', {
  summary: "Change a webhook's URL or events, or activate or deactivate it",
  stepUp: true,
  body: Type.Object({ ...WebhookForm.properties, ...editOf }),
  replies: { 200: Reply },
  errors: ['edited_meanwhile'],
})

export const deleteWebhook = staffEndpoint('DELETE /api/admin/webhooks/{id}', {
  summary: 'Delete a webhook with its pending messages and its log',
  replies: { 200: MessageReply },
})

export const listDeliveries = staffEndpoint('GET /api/admin/webhooks/{id}/deliveries', {
  summary:
    'The latest twenty deliveries to a webhook, newest first; deliveries are kept for thirty days',
  replies: { 200: Type.Object({ deliveries: Type.Array(WebhookDelivery) }) },
})

export const redeliver = staffEndpoint('POST /api/admin/webhook-deliveries/{id}', {
  summary: 'Resend a delivery immediately, with the same `webhook-id`',
  replies: { 200: MessageReply },
  errors: ['conflict'],
})
