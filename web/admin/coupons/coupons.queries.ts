import { queryOptions } from '@tanstack/react-query'
import type {
  Coupon,
  CouponForm,
  createCoupon,
  deleteCoupon,
  editCoupon,
  listCoupons,
} from '#contract/admin/coupons.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** All coupons, newest first, including those switched off. */
export const couponsQuery = queryOptions({
  queryKey: ['admin', 'coupons'],
  queryFn: async ({ signal }) =>
    (await request<typeof listCoupons>('GET /api/admin/coupons', { signal })).coupons,
})

async function reload(): Promise<void> {
  await queryClient.invalidateQueries(couponsQuery)
  queryClient.invalidateQueries({ queryKey: ['quote'] })
}

/** Changes to the list; each loads it again. */
export const coupons = {
  /** @param id null for a new coupon. */
  async save(id: number | null, body: CouponForm): Promise<void> {
    if (id === null) await request<typeof createCoupon>('POST /api/admin/coupons', { body })
    else {
      const params = { id: String(id) }
      await request<typeof editCoupon>('PUT /api/admin/coupons/{id}', { params, body })
    }
    await reload()
  },

  async remove(id: number): Promise<void> {
    const params = { id: String(id) }
    await request<typeof deleteCoupon>('DELETE /api/admin/coupons/{id}', { params })
    await reload()
  },
}

/** Reduces a coupon to the fields that the server accepts. */
export function couponForm({ id: _id, uses: _uses, given: _given, ...form }: Coupon): CouponForm {
  return form
}
