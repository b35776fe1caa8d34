import { sql } from 'kysely'
import type { CouponKind } from './coupon-kind.ts'

export const delivery: CouponKind = { deliveryFee: () => sql`0` }
