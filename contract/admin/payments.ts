import { type Static, Type } from 'typebox'
import { Id, Nullable, Price, Timestamp } from '../schema.ts'

/**
 * Differences between the shop's ledger and the provider's records. `unknown`: the payment is missing from the ledger;
 * `not_captured`: the provider collected the money, but the ledger does not record it as captured; `not_taken`: the
 * ledger records the money as captured, but the provider did not collect it; `amount`: the amount or the currency
 * differs; `not_refunded`: the provider has refunded less than the ledger says; `refunded`: the provider has refunded
 * more than the ledger says.
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
      { description: 'the first twenty differences' },
    ),
  },
  {
    title: 'PaymentReconciliation',
    description: "the shop's ledger compared with the payment provider",
  },
)
export type PaymentReconciliation = Static<typeof PaymentReconciliation>
