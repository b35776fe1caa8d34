/** What staff do with coupons. */
import type { Coupon, CouponForm } from '#contract/admin.ts'
import type { AuditAction } from '#contract/audit-kinds.ts'
import { COUPONS_MAX } from '#contract/limits.ts'
import { recordChange, recordEdit } from '../audit/audit.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import { constraintOf } from '../platform/db/sql-errors.ts'
import type { Caller } from '../platform/http/api.ts'
import { invalid, notFound, ShopError } from '../platform/http/shop-error.ts'
import { readCoupon } from './coupon-form.ts'
import * as store from './coupons.store.ts'

export type Coupons = ReturnType<typeof createCoupons>

export function createCoupons(db: Database) {
  const find = async (tx: Tx, id: number) => {
    const coupon = (await store.findCoupons(tx)).find((one) => one.id === id)
    if (!coupon) throw notFound()
    return coupon
  }

  return {
    /** Newest first. */
    all: (): Promise<Coupon[]> => store.findCoupons(db.run),

    /** @throws ShopError `invalid`, also for a code that another coupon has; `conflict` when the list is full. */
    create: (caller: Caller, form: CouponForm): Promise<Coupon> =>
      explained(() =>
        inTransaction(db, async (tx) => {
          if ((await store.findCoupons(tx)).length >= COUPONS_MAX) {
            throw new ShopError('conflict', {
              id: 'error.listFull',
              values: { max: COUPONS_MAX },
            })
          }
          const id = await store.insertCoupon(tx, readCoupon(form))
          const after = await find(tx, id)
          await recordChange(tx, {
            ...entry(caller, 'create', id),
            before: null,
            after: audited(after),
          })
          return after
        }),
      ),

    /** Purchases keep the terms that they were placed with. @throws ShopError `invalid`, `not_found`. */
    edit: (caller: Caller, id: number, form: CouponForm): Promise<Coupon> =>
      explained(() =>
        inTransaction(db, async (tx) => {
          await store.lockCoupon(tx, id)
          const before = await find(tx, id)
          const values = readCoupon(form)
          const after = { ...before, ...form, code: values.code, product_ids: values.product_ids }
          await recordEdit(
            tx,
            { ...entry(caller, 'edit', id), before: audited(before), after: audited(after) },
            () => store.updateCoupon(tx, id, values),
          )
          return find(tx, id)
        }),
      ),

    /** Purchases keep their discount. @throws ShopError `not_found`. */
    remove: (caller: Caller, id: number): Promise<void> =>
      inTransaction(db, async (tx) => {
        await store.lockCoupon(tx, id)
        const before = await find(tx, id)
        await store.removeCoupon(tx, id)
        await recordChange(tx, {
          ...entry(caller, 'delete', id),
          before: audited(before),
          after: null,
        })
      }),
  }
}

/** The log holds no lists of ids, and no figures that change without staff. */
function audited({
  product_ids,
  products: _products,
  uses: _uses,
  given: _given,
  ...terms
}: Coupon) {
  return { ...terms, products: product_ids?.length ?? null }
}

const entry = (caller: Caller, action: AuditAction, id: number) => ({
  actorId: caller.id,
  action,
  entity: 'coupon' as const,
  entityId: id,
})

/** The constraints decide; here they get their words. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'coupon_code') throw invalid({ code: ['error.couponTaken'] })
    if (constraint === 'coupon_used_up') throw invalid({ max_uses: ['error.couponUses'] })
    throw error
  }
}
