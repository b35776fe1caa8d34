import { queryOptions } from '@tanstack/react-query'
import type { CashSettings, getCashSettings, replaceCashSettings } from '#contract/admin/cash.ts'
import type {
  createDeliveryWay,
  DeliveryWay,
  DeliveryWayForm,
  deleteDeliveryWay,
  editDeliveryWay,
  listDeliveryWays,
  orderDeliveryWays,
} from '#contract/admin/delivery.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { editableList } from '../parts/editable-list.ts'

/** All delivery ways, including those switched off. */
export const ways = editableList<DeliveryWay, DeliveryWayForm>({
  key: ['admin', 'delivery-ways'],
  shown: ['quote'],
  load: async (signal) =>
    (await request<typeof listDeliveryWays>('GET /api/admin/delivery-ways', { signal })).ways,
  create: (sent) => request<typeof createDeliveryWay>('POST /api/admin/delivery-ways', sent),
  edit: (sent) => request<typeof editDeliveryWay>('PUT /api/admin/delivery-ways/{id}', sent),
  order: (sent) => request<typeof orderDeliveryWays>('PUT /api/admin/delivery-ways', sent),
  remove: (sent) => request<typeof deleteDeliveryWay>('DELETE /api/admin/delivery-ways/{id}', sent),
  formOf: ({ id: _id, position: _position, ...form }) => form,
})

export const cashQuery = queryOptions({
  queryKey: ['admin', 'cash-on-delivery'],
  queryFn: async ({ signal }) =>
    (await request<typeof getCashSettings>('GET /api/admin/cash-on-delivery', { signal })).data,
})

export async function saveCash(body: CashSettings): Promise<void> {
  const call = 'PUT /api/admin/cash-on-delivery'
  const { data } = await request<typeof replaceCashSettings>(call, { body })
  queryClient.setQueryData(cashQuery.queryKey, data)
}
