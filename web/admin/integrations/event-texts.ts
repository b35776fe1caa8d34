import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { MessageId } from '#web/i18n/i18n.ts'

export const EVENT_TEXTS: Readonly<Record<WebhookEvent, MessageId>> = {
  'order.placed': 'admin.webhookEvent.placed',
  'order.status_changed': 'admin.webhookEvent.statusChanged',
  'order.refunded': 'admin.webhookEvent.refunded',
  'product.stock_low': 'admin.webhookEvent.stockLow',
}
