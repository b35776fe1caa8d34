import { sql } from 'kysely'
import type { CouponKind } from './coupon-kind.ts'

/** The delivery costs nothing. */
export const delivery: CouponKind = { deliveryFee: () => sql`0` }
