import type {
  Coupon,
  CouponForm,
  createCoupon,
  deleteCoupon,
  editCoupon,
  listCoupons,
} from '#contract/admin/coupons.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** All coupons, newest first, including those switched off. */
export const coupons = editableList<Coupon, CouponForm>({
  key: ['admin', 'coupons'],
  shown: ['quote'],
  load: async (signal) =>
    (await request<typeof listCoupons>('GET /api/admin/coupons', { signal })).coupons,
  create: (sent) => request<typeof createCoupon>('POST /api/admin/coupons', sent),
  edit: (sent) => request<typeof editCoupon>('PUT /api/admin/coupons/{id}', sent),
  remove: (sent) => request<typeof deleteCoupon>('DELETE /api/admin/coupons/{id}', sent),
  formOf: ({ id: _id, uses: _uses, given: _given, ...form }) => form,
})
