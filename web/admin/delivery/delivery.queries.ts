import { queryOptions } from '@tanstack/react-query'
import type {
  createDeliveryWay,
  DeliveryWay,
  DeliveryWayForm,
  deleteDeliveryWay,
  editDeliveryWay,
  listDeliveryWays,
  orderDeliveryWays,
} from '#contract/admin/delivery.ts'
import { request } from '#web/api/request.ts'
import { sortedList } from '../storefront/storefront.queries.ts'

/** All delivery ways, including those switched off. */
const waysQuery = queryOptions({
  queryKey: ['admin', 'delivery-ways'],
  queryFn: async ({ signal }) =>
    (await request<typeof listDeliveryWays>('GET /api/admin/delivery-ways', { signal })).ways,
})

export const ways = sortedList<typeof waysQuery, DeliveryWayForm>(waysQuery, ['quote'], {
  create: (sent) => request<typeof createDeliveryWay>('POST /api/admin/delivery-ways', sent),
  edit: (sent) => request<typeof editDeliveryWay>('PUT /api/admin/delivery-ways/{id}', sent),
  order: (sent) => request<typeof orderDeliveryWays>('PUT /api/admin/delivery-ways', sent),
  remove: (sent) => request<typeof deleteDeliveryWay>('DELETE /api/admin/delivery-ways/{id}', sent),
})

/** Reduces a way to the fields that the server accepts. */
export function wayForm(way: DeliveryWay): DeliveryWayForm {
  const { id: _id, position: _position, ...form } = way
  return form
}
