import { queryOptions } from '@tanstack/react-query'
import type { CashSettings } from '#contract/admin/cash.ts'
import type { Versioned } from '#contract/admin/shared.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** All shipping methods, including those switched off. */
export const methods = editableList({
  path: '/api/admin/shipping-methods',
  rows: 'methods',
  shown: ['quote'],
  formOf: ({ id: _id, position: _position, ...form }) => form,
})

export const cashQuery = queryOptions({
  queryKey: ['admin', 'cash-on-delivery'],
  queryFn: async ({ signal }) =>
    (await request('GET /api/admin/cash-on-delivery', { signal })).data,
})

/** @param version that the edit was made from. */
export async function saveCash(
  settings: CashSettings,
  version: string | undefined,
): Promise<Versioned<CashSettings>> {
  const body = { ...settings, ...(version && { version }) }
  const { data } = await request('PUT /api/admin/cash-on-delivery', { body })
  queryClient.setQueryData(cashQuery.queryKey, data)
  return data
}
