import { queryOptions } from '@tanstack/react-query'
import type { CashSettings } from '#contract/admin/cash.ts'
import type { DeliveryWay, DeliveryWayForm } from '#contract/admin/delivery.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** All delivery ways, including those switched off. */
export const ways = editableList<DeliveryWay, DeliveryWayForm>({
  key: ['admin', 'delivery-ways'],
  shown: ['quote'],
  load: async (signal) => (await request('GET /api/admin/delivery-ways', { signal })).ways,
  create: (sent) => request('POST /api/admin/delivery-ways', sent),
  edit: (sent) => request('PUT /api/admin/delivery-ways/{id}', sent),
  order: (sent) => request('PUT /api/admin/delivery-ways', sent),
  remove: (sent) => request('DELETE /api/admin/delivery-ways/{id}', sent),
  formOf: ({ id: _id, position: _position, ...form }) => form,
})

export const cashQuery = queryOptions({
  queryKey: ['admin', 'cash-on-delivery'],
  queryFn: async ({ signal }) =>
    (await request('GET /api/admin/cash-on-delivery', { signal })).data,
})

export async function saveCash(body: CashSettings): Promise<void> {
  const call = 'PUT /api/admin/cash-on-delivery'
  const { data } = await request(call, { body })
  queryClient.setQueryData(cashQuery.queryKey, data)
}
