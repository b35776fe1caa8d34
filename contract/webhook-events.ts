/** Events that a webhook can receive. No schemas: the browser loads this file. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.status_changed',
  'order.refunded',
  'product.stock_low',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
