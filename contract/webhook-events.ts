/** Events that a webhook can receive. Free of schemas, to keep them out of the browser bundle. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.status_changed',
  'order.refunded',
  'product.stock_low',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
