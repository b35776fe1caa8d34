import type { Coupon, CouponForm } from '#contract/admin/coupons.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** All coupons, newest first, including those switched off. */
export const coupons = editableList<Coupon, CouponForm>({
  key: ['admin', 'coupons'],
  shown: ['quote'],
  load: async (signal) => (await request('GET /api/admin/coupons', { signal })).coupons,
  create: (sent) => request('POST /api/admin/coupons', sent),
  edit: (sent) => request('PUT /api/admin/coupons/{id}', sent),
  remove: (sent) => request('DELETE /api/admin/coupons/{id}', sent),
  formOf: ({ id: _id, uses: _uses, given: _given, ...form }) => form,
})
