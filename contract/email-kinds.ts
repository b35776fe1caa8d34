/** Kinds of emails about purchases and stock, in display order. No schemas: the browser loads this file. */
export const EMAIL_KINDS = [
  'ordered',
  'confirmed',
  'paid',
  'sent',
  'delivered',
  'undelivered',
  'canceled',
  'refunded',
  'partRefunded',
  'newPurchase',
  'lowStock',
] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]
