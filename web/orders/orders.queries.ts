import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { OrderEvent } from '#contract/events.ts'
import { canMove } from '#contract/order-moves.ts'
import type { Order, OrdersReply } from '#contract/orders.ts'
import type { Purchase } from '#contract/payments.ts'
import { load } from '#web/api/load.ts'
import { queryClient } from '#web/api/query-client.ts'
import { realtimeUp } from '#web/api/realtime-up.ts'
import { request } from '#web/api/request.ts'
import { useStore } from '#web/ui/store.ts'
import { newerOrder } from './newer-order.ts'
import { purchaseQuery } from './purchase.queries.ts'

/**
 * Polling interval in ms while the real-time connection is down, for orders whose state the server is expected to
 * change.
 */
const LOOK_AGAIN = 10_000

/** The user's orders, newest first, in pages. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam, signal }) =>
    request('GET /api/user/order', {
      ...(pageParam && { query: { cursor: pageParam } }),
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page: OrdersReply) => page.nextCursor,
  // A new order must appear even if the cached list is recent.
  staleTime: 0,
})

export const orderQuery = (id: number) => ({
  ...load(['order', id], 'GET /api/user/order/{id}', { params: { id } }, 'data'),
  staleTime: 0,
})

/** The user's orders; polls while the real-time connection is down and an order is waiting for the server. */
export function useOrders() {
  const up = useStore(realtimeUp)
  return useInfiniteQuery({
    ...ordersQuery,
    refetchInterval: ({ state }) =>
      !up && state.data && ordersIn(state.data).some(waitsForShop) ? LOOK_AGAIN : false,
  })
}

/** Fetches the list for the orders page, which is about to open. */
export function prefetchOrders(): void {
  void queryClient.prefetchInfiniteQuery(ordersQuery)
}

export function ordersIn({ pages }: InfiniteData<OrdersReply>): Order[] {
  return pages.flatMap(({ data }) => data)
}

/** One order; polls like `useOrders`. */
export function useOneOrder(id: number) {
  const up = useStore(realtimeUp)
  return useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) =>
      !up && state.data && waitsForShop(state.data) ? LOOK_AGAIN : false,
  })
}

/** Updates an order wherever it is shown, and refetches its purchase: the amount due may have changed. */
export function receiveOrder(order: Order): void {
  showOrder(order)
  queryClient.invalidateQueries(purchaseQuery(order.purchaseId))
}

function showOrder(order: Order): void {
  queryClient.setQueryData(orderQuery(order.id).queryKey, (known) => known ?? order)
  receiveChange(order)
}

/**
 * Shows the new state immediately, and refetches an open order and the list if the order has no address there, because
 * the event has none.
 */
export function receiveOrderEvent(event: OrderEvent): void {
  receiveChange(event)
  const loaded = queryClient.getQueryData(ordersQuery.queryKey)
  if (loaded && ordersIn(loaded).some(({ id, address }) => id === event.id && !address)) {
    queryClient.invalidateQueries(ordersQuery)
  }
  queryClient.invalidateQueries(orderQuery(event.id))
  queryClient.invalidateQueries(purchaseQuery(event.purchaseId))
}

function receiveChange(order: Order | OrderEvent): void {
  queryClient.setQueryData(
    orderQuery(order.id).queryKey,
    (known) => known && newerOrder(known, order),
  )
  const loaded = queryClient.getQueryData(ordersQuery.queryKey)
  if (!loaded) return
  if (!ordersIn(loaded).some(({ id }) => id === order.id)) {
    queryClient.invalidateQueries(ordersQuery)
    return
  }
  const shown = (known: Order) => (known.id === order.id ? newerOrder(known, order) : known)
  const pages = loaded.pages.map((page) => ({ ...page, data: page.data.map(shown) }))
  queryClient.setQueryData(ordersQuery.queryKey, { ...loaded, pages })
}

export function reloadOrders(): void {
  queryClient.invalidateQueries(ordersQuery)
  queryClient.invalidateQueries({ queryKey: ['order'] })
  queryClient.invalidateQueries({ queryKey: ['purchase'] })
}

/**
 * Pays the amount due for the purchase; the server responds with 409 if it no longer equals the displayed amount.
 * @returns `redirect`: the URL of the provider's page to open, if any
 */
export async function pay({ id, due }: Purchase): Promise<{ redirect: string | undefined }> {
  const reply = await request('POST /api/user/purchases/{id}/payment', {
    params: { id },
    body: { total: due.total },
  })
  for (const order of reply.data) showOrder(order)
  queryClient.invalidateQueries(purchaseQuery(id))
  return { redirect: reply.redirect }
}

/** What canceling an order changes for the other orders in its purchase. */
export function cancellationQuery(id: number) {
  const key = ['order', id, 'cancellation']
  return {
    ...load(key, 'GET /api/user/order/{id}/cancellation', { params: { id } }, 'data'),
    staleTime: 0,
    gcTime: 0,
  }
}

/**
 * Cancels an unpaid order. The server responds with 409 if the remaining orders in its purchase would not cost `total`,
 * the displayed sum; if `total` is undefined, the cost is not checked.
 */
export async function cancel(id: number, total: number | undefined): Promise<void> {
  const { data } = await request('POST /api/user/order/{id}/cancel', {
    params: { id },
    body: { ...(total !== undefined && { total }) },
  })
  receiveOrder(data)
}

async function setAddress(id: number, addressId: number): Promise<void> {
  const { data } = await request('PUT /api/user/order/{id}/address', {
    params: { id },
    body: { addressId },
  })
  receiveOrder(data)
}

export async function setAddressOfAll(orders: readonly Order[], addressId: number): Promise<void> {
  await Promise.all(orders.map(({ id }) => setAddress(id, addressId)))
}

export async function completeDelivery(id: number): Promise<void> {
  const { data } = await request('POST /api/user/order/{id}/delivered', { params: { id } })
  receiveOrder(data)
}

function waitsForShop(order: Order): boolean {
  return canMove(order, 'confirm', 'server')
}
