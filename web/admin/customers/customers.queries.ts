import { queryOptions } from '@tanstack/react-query'
import type { CustomersQuery } from '#contract/admin/customers.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'

/** Loads one page of the customers that match the filters. */
export function loadCustomers(
  filters: CustomersQuery,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  return request('GET /api/admin/customers', {
    query: { limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) },
    signal,
  })
}

/** One customer with the latest orders and the number of open sessions. */
export function customerQuery(id: number) {
  return queryOptions({
    queryKey: ['admin', 'customers', 'one', id],
    queryFn: ({ signal }) => {
      const parts = { params: { id: String(id) }, signal }
      return request('GET /api/admin/customers/{id}', parts)
    },
    staleTime: 0,
  })
}

/** Locks or unlocks a customer's account. */
export async function setDisabled(id: number, disabled: boolean): Promise<void> {
  const params = { id: String(id) }
  if (disabled) {
    await request('POST /api/admin/customers/{id}/disable', { params })
  } else {
    await request('POST /api/admin/customers/{id}/enable', { params })
  }
  await queryClient.invalidateQueries({ queryKey: ['admin', 'customers'] })
}
