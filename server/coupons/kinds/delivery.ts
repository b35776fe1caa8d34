import { sql } from 'kysely'
import type { CouponKind } from './coupon-kind.ts'

/** Free delivery. */
export const delivery: CouponKind = { deliveryFee: () => sql`0` }
