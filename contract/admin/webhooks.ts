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
    description: 'a public https address; any address in a shop that is at localhost itself',
  }),
  events: Type.Array(Type.Enum(WEBHOOK_EVENTS), { minItems: 1, uniqueItems: true }),
  is_active: Type.Boolean({ description: 'false: nothing is sent' }),
})
export type WebhookForm = Static<typeof WebhookForm>

export const Webhook = Type.Object(
  {
    id: Id,
    ...WebhookForm.properties,
    failure: Nullable({
      ...Type.Enum(['gone', 'failing']),
      description: 'why the shop switched it off: it answered 410, or failed for three days',
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
    about: { ...Id, description: 'the order, or the product' },
    at: { ...Timestamp, description: 'when it happened' },
    attempts: Type.Integer({ minimum: 0 }),
    delivered_at: Nullable(Timestamp),
    next_at: Nullable({
      ...Timestamp,
      description: 'of the next attempt; null when it was the last',
    }),
    status: Nullable(Type.Integer({ description: 'HTTP, of the last attempt' })),
    error: Nullable(Type.String({ description: 'why the last attempt got no answer' })),
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
    'Add a webhook: an address that is sent signed messages about events (Standard Webhooks); ids and figures alone, the API has the rest',
  stepUp: true,
  body: WebhookForm,
  replies: {
    201: Type.Object({
      data: Webhook,
      secret: Type.String({ description: 'by which messages are verified; shown this once' }),
    }),
  },
  errors: ['conflict'],
})

export const editWebhook = staffEndpoint('PUT /api/admin/webhooks/{id}', {
  summary: 'Change the address or the events of a webhook, or switch it on or off',
  stepUp: true,
  body: Type.Object({ ...WebhookForm.properties, ...editOf }),
  replies: { 200: Reply },
  errors: ['edited_meanwhile'],
})

export const deleteWebhook = staffEndpoint('DELETE /api/admin/webhooks/{id}', {
  summary: 'Delete a webhook with what waits for it and its log',
  replies: { 200: MessageReply },
})

export const listDeliveries = staffEndpoint('GET /api/admin/webhooks/{id}/deliveries', {
  summary: 'The last twenty deliveries to a webhook, newest first; they are kept for thirty days',
  replies: { 200: Type.Object({ deliveries: Type.Array(WebhookDelivery) }) },
})

export const redeliver = staffEndpoint('POST /api/admin/webhook-deliveries/{id}', {
  summary: 'Send a delivery again, at once, under its own `webhook-id`',
  replies: { 200: MessageReply },
  errors: ['conflict'],
})
