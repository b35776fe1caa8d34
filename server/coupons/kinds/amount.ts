import { sql } from 'kysely'
import { readPrice } from '../../platform/http/read-amount.ts'
import type { CouponKind } from './coupon-kind.ts'

export const amount: CouponKind = {
  discount: sql`least(c.amount_cents, eligible)`,
  read: (form) => ({
    amount_cents: form.amount === null ? null : readPrice('amount', form.amount),
  }),
  check: ({ amount_cents }) => (amount_cents === null ? { amount: ['error.couponAmount'] } : {}),
}
