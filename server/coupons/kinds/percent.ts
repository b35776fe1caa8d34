import { sql } from 'kysely'
import type { CouponKind } from './coupon-kind.ts'

export const percent: CouponKind = {
  discount: sql`round(eligible * c.percent / 100.0)::bigint`,
  read: (form) => ({ percent: form.percent }),
  check: (figures) => (figures.percent === null ? { percent: ['error.couponPercent'] } : {}),
}
