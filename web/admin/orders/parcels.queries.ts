import { queryOptions } from '@tanstack/react-query'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { ParcelBody } from '#contract/admin/parcels.ts'
import { PARCEL_ORDERS_MAX } from '#contract/limits.ts'
import type { SlipStage } from '#contract/order-moves.ts'
import { load } from '#web/api/load.ts'
import { request } from '#web/api/request.ts'
import { reloadOrders } from './admin-orders.queries.ts'

export function parcelQuery(id: number) {
  const key = ['admin', 'orders', 'parcel', id]
  return {
    ...load(key, 'GET /api/admin/parcels/{id}', { params: { id } }, 'data'),
    staleTime: 0,
  }
}

/** @param order restricts the slips to the one that lists this order. */
export const packingSlipsQuery = (state: SlipStage, order: number | undefined) => ({
  ...load(['admin', 'orders', 'slips', state, order], 'GET /api/admin/packing-slips', {
    query: { state, ...(order && { order }) },
  }),
  staleTime: 0,
})

/** The order, followed by the same customer's unsent orders to the same address, which can share its parcel. */
export function togetherQuery(order: AdminOrder) {
  return queryOptions({
    queryKey: ['admin', 'orders', 'together', order.id],
    queryFn: async ({ signal }) => {
      const query = {
        state: 'unsent',
        customer: order.customer.id,
        limit: PARCEL_ORDERS_MAX,
      } as const
      const { orders } = await request('GET /api/admin/orders', { query, signal })
      const others = orders.filter((one) => one.id !== order.id && isSameAddress(one, order))
      return [order, ...others].slice(0, PARCEL_ORDERS_MAX)
    },
    staleTime: 0,
  })
}

function isSameAddress(one: AdminOrder, other: AdminOrder): boolean {
  return JSON.stringify(one.address) === JSON.stringify(other.address)
}

export async function sendOrders(orders: number[], body: ParcelBody): Promise<void> {
  await request('POST /api/admin/parcels', { body: { orders, ...body } })
  await reloadOrders()
}

export async function correctParcel(id: number, body: ParcelBody): Promise<void> {
  await request('PUT /api/admin/parcels/{id}', { params: { id }, body })
  await reloadOrders()
}
