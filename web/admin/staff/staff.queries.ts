import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'
import { withStepUp } from '../parts/step-up.ts'

/** All staff, owners first. */
export const staff = editableList({
  path: '/api/admin/staff',
  rows: 'staff',
  shown: ['user'],
  sorted: false,
  formOf: ({ id: _id, is_invited: _invited, has_second_factor: _has, ...form }) => form,
})

export async function requireSecondFactor(is_required: boolean): Promise<void> {
  await withStepUp(() => request('PUT /api/admin/staff/second-factor', { body: { is_required } }))
  await queryClient.invalidateQueries(secondFactorQuery)
}

export async function resetSecondFactor(id: number): Promise<void> {
  const call = 'DELETE /api/admin/staff/{id}/second-factor'
  await withStepUp(() => request(call, { params: { id } }))
  await queryClient.invalidateQueries(staff.query)
}
