import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'customers', 'one', id],
    queryFn: ({ signal }) => request('GET /api/admin/customers/{id}', { params: { id }, signal }),
    staleTime: 0,
  })
}

export async function setDisabled(id: number, disabled: boolean): Promise<void> {
  const action = disabled ? 'disable' : 'enable'
  await withStepUp(() => request(`POST /api/admin/customers/{id}/${action}`, { params: { id } }))
  await queryClient.invalidateQueries({ queryKey: ['admin', 'customers'] })
}
