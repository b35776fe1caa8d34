/**
 * Kinds of emails about purchases and stock, in display order. Free of schemas, to keep them out of the browser bundle.
 */
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
