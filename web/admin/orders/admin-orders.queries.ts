import type {
  AdminOrder,
  CashDue,
  correctOrderAddress,
  refundAdminOrder,
} from '#contract/admin/orders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { withStepUp } from '../parts/step-up.ts'

/** Polling interval in milliseconds while the real-time connection is down. Background tabs do not poll. */
export const LOOK_AGAIN = 10_000

export const orderCountsQuery = {
  ...load(['admin', 'orders', 'counts'], 'GET /api/admin/orders/counts', {}, 'counts'),
  // The menu has just fetched the counts when the list opens; order events and moves invalidate them.
  staleTime: LOOK_AGAIN,
}

export const adminOrderQuery = (id: number) => ({
  ...load(['admin', 'orders', 'one', id], 'GET /api/admin/orders/{id}', { params: { id } }),
  staleTime: 0,
})

type StaffMove = 'confirm' | 'cancel' | 'deliver' | 'undeliver'

export async function moveOrder(id: number, move: StaffMove): Promise<AdminOrder> {
  const params = { id }
  const { data } = await {
    confirm: () => request('POST /api/admin/orders/{id}/confirm', { params }),
    cancel: () => request('POST /api/admin/orders/{id}/cancel', { params }),
    deliver: () => request('POST /api/admin/orders/{id}/delivered', { params }),
    undeliver: () => request('DELETE /api/admin/orders/{id}/delivered', { params }),
  }[move]()
  await reloadOrders()
  return data
}

/** Records a cash payment. The server rejects it if the amount due has changed since staff saw it. */
export async function takeCash(purchaseId: number, { total, parcel }: CashDue): Promise<void> {
  const parts = { params: { id: purchaseId }, body: { total, parcel } }
  await request('POST /api/admin/purchases/{id}/cash', parts)
  await reloadOrders()
}

export async function refund(id: number, body: BodyOf<typeof refundAdminOrder>): Promise<void> {
  await withStepUp(() => request('POST /api/admin/orders/{id}/refund', { params: { id }, body }))
  await reloadOrders()
}

export async function correctAddress(
  id: number,
  body: BodyOf<typeof correctOrderAddress>,
): Promise<void> {
  await request('PUT /api/admin/orders/{id}/address', { params: { id }, body })
  await reloadOrders()
}

/** Refetches the staff screens' queries for orders and order figures. */
export async function reloadOrders(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['admin', 'orders'] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'customers'] }),
  ])
}
