import { type Static, Type } from 'typebox'
import { Id, Nullable, Price, Timestamp } from '../schema.ts'

/**
 * Differences between the shop's ledger and the provider: an unknown payment; a payment, a refund
 * or an owed refund that the ledger does not have; a different amount.
 */
export const PAYMENT_DIFFERENCES = [
  'unknown',
  'not_captured',
  'not_taken',
  'amount',
  'not_refunded',
  'refunded',
] as const
export type PaymentDifferenceKind = (typeof PAYMENT_DIFFERENCES)[number]

export const PaymentReconciliation = Type.Object(
  {
    compared_at: Nullable(Timestamp),
    count: Type.Integer({ minimum: 0 }),
    differences: Type.Array(
      Type.Object({
        payment: Type.String(),
        order: Nullable(Id),
        kind: Type.Enum(PAYMENT_DIFFERENCES),
        ours: Nullable(Price),
        theirs: Nullable(Price),
        found_at: Timestamp,
      }),
      { description: 'the first twenty differences found' },
    ),
  },
  {
    title: 'PaymentReconciliation',
    description: "the shop's ledger compared with the payment provider",
  },
)
export type PaymentReconciliation = Static<typeof PaymentReconciliation>
