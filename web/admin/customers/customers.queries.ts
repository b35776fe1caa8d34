import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

export const customerQuery = (id: number) => ({
  ...load(['admin', 'customers', 'one', id], 'GET /api/admin/customers/{id}', { params: { id } }),
  staleTime: 0,
})

export async function setDisabled(id: number, disabled: boolean): Promise<void> {
  const action = disabled ? 'disable' : 'enable'
  await withStepUp(() => request(`POST /api/admin/customers/{id}/${action}`, { params: { id } }))
  await queryClient.invalidateQueries({ queryKey: ['admin', 'customers'] })
}
