import type { Coupon, CouponForm, Unversioned } from '#contract/admin.ts'
import { COUPONS_MAX } from '#contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { createSortedRows, hideRow, insertRow, updateRow } from '../sorted-lists/sorted-rows.ts'
import { readCoupon } from './coupon-form.ts'
import { findCoupons } from './coupons.store.ts'

export type Coupons = ReturnType<typeof createCoupons>

/** Purchases keep the terms they were placed with, even if the coupon changes. */
export function createCoupons(db: Database) {
  return createSortedRows<Unversioned<Coupon>, CouponForm>(db, {
    table: 'coupon',
    max: COUPONS_MAX,
    isUsedByOrders: true,
    // Omits the figures that change without an edit.
    fieldsOf: ({ products: _products, uses: _uses, given: _given, ...terms }) => terms,
    // The form as stored, because the audit log compares it with the stored coupon.
    read(form) {
      const { code, product_ids, percent, amount_cents } = readCoupon(form)
      const amount = amount_cents === null ? null : form.amount
      const period = { starts_at: inUtc(form.starts_at), ends_at: inUtc(form.ends_at) }
      return { ...form, ...period, code, product_ids, percent, amount }
    },
    findAll: findCoupons,
    insert: (tx, form) => insertRow(tx, 'coupon', columnsOf(form)),
    async update(tx, { id }, form) {
      await updateRow(tx, 'coupon', id, columnsOf(form))
      return []
    },
    takeOff: (tx, id) => hideRow(tx, 'coupon', id),
    constraints: {
      coupon_code: { code: ['error.couponTaken'] },
      coupon_used_up: { max_uses: ['error.couponUses'] },
    },
  })
}

const inUtc = (moment: string | null) => moment && new Date(moment).toISOString()

function columnsOf(form: CouponForm) {
  const { product_ids, ...columns } = readCoupon(form)
  return { ...columns, product_ids: product_ids && JSON.stringify(product_ids) }
}
