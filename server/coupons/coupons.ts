/** How staff manage coupons. */
import type { Coupon, CouponForm, EditOf, Unversioned } from '#contract/admin.ts'
import type { AuditAction } from '#contract/audit-kinds.ts'
import { COUPONS_MAX } from '#contract/limits.ts'
import { recordChange, recordEdit, versionOf } from '../audit/audit.ts'
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
    all: async (): Promise<Coupon[]> => (await store.findCoupons(db.run)).map(versioned),

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
          return versioned(after)
        }),
      ),

    /**
     * Purchases keep the terms that they were placed with.
     * @throws ShopError `invalid`, `not_found`, `edited_meanwhile`.
     */
    edit: (caller: Caller, id: number, { version, ...form }: EditOf<CouponForm>): Promise<Coupon> =>
      explained(() =>
        inTransaction(db, async (tx) => {
          await store.lockCoupon(tx, id)
          const before = await find(tx, id)
          const values = readCoupon(form)
          const after = { ...before, ...form, code: values.code, product_ids: values.product_ids }
          await recordEdit(
            tx,
            {
              ...entry(caller, 'edit', id),
              before: audited(before),
              after: audited(after),
              version,
            },
            () => store.updateCoupon(tx, id, values),
          )
          return versioned(await find(tx, id))
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

/** The log leaves out figures that change without staff. */
function audited({
  products: _products,
  uses: _uses,
  given: _given,
  ...terms
}: Unversioned<Coupon>) {
  return terms
}

const versioned = (coupon: Unversioned<Coupon>): Coupon => ({
  ...coupon,
  version: versionOf(audited(coupon)),
})

const entry = (caller: Caller, action: AuditAction, id: number) => ({
  actorId: caller.id,
  action,
  entity: 'coupon' as const,
  entityId: id,
})

/** Turns violated constraints into errors for the form. */
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
