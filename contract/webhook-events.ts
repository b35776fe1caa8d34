/** Events that webhooks can receive; without schemas, for the page. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.status_changed',
  'order.refunded',
  'product.stock_low',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
