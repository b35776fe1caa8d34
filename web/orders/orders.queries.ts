import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { canMove } from '#contract/order-moves.ts'
import type {
  cancelOrder,
  deliverOrder,
  getOrder,
  listOrders,
  Order,
  OrdersReply,
} from '#contract/orders.ts'
import type { payOrder } from '#contract/payments.ts'
import { queryClient } from '#web/api/query-client.ts'
import { realtimeUp } from '#web/api/realtime-up.ts'
import { request } from '#web/api/request.ts'
import { useStore } from '#web/ui/store.ts'

/** How often orders that the server will move are looked at while real time is down. */
const LOOK_AGAIN = 10_000

/** The own orders, newest first, page after page. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam, signal }) =>
    request<typeof listOrders>('GET /api/user/order', {
      ...(pageParam && { query: { cursor: pageParam } }),
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page: OrdersReply) => page.nextCursor,
  // An order just placed must be there however fresh the last list is.
  staleTime: 0,
})

/** One own order. */
export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => {
      const params = { id: String(id) }
      const { data } = await request<typeof getOrder>('GET /api/user/order/{id}', {
        params,
        signal,
      })
      return data
    },
    staleTime: 0,
  })
}

/** The own orders on a screen, looked at again and again while real time is down. */
export function useOrders() {
  const up = useStore(realtimeUp)
  return useInfiniteQuery({
    ...ordersQuery,
    refetchInterval: ({ state }) =>
      !up && state.data && ordersIn(state.data).some(waitsForShop) ? LOOK_AGAIN : false,
  })
}

/** Those that were loaded. */
export function ordersIn({ pages }: InfiniteData<OrdersReply>): Order[] {
  return pages.flatMap(({ data }) => data)
}

/** As `useOrders`, for one. */
export function useOneOrder(id: number) {
  const up = useStore(realtimeUp)
  return useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) =>
      !up && state.data && waitsForShop(state.data) ? LOOK_AGAIN : false,
  })
}

/**
 * Shows an order as it is now, in the list and on its own page. Events may overtake each other:
 * an older state never replaces a newer one.
 */
export function receiveOrder(order: Order): void {
  const newer = (known: Order) => (known.updated_at > order.updated_at ? known : order)
  queryClient.setQueryData(orderQuery(order.id).queryKey, (known) => (known ? newer(known) : order))
  const loaded = queryClient.getQueryData(ordersQuery.queryKey)
  if (!loaded) return
  if (!ordersIn(loaded).some(({ id }) => id === order.id)) {
    queryClient.invalidateQueries(ordersQuery)
    return
  }
  const shown = (known: Order) => (known.id === order.id ? newer(known) : known)
  const pages = loaded.pages.map((page) => ({ ...page, data: page.data.map(shown) }))
  queryClient.setQueryData(ordersQuery.queryKey, { ...loaded, pages })
}

/** Asks the server for the list and every open order again. */
export function reloadOrders(): void {
  queryClient.invalidateQueries(ordersQuery)
  queryClient.invalidateQueries({ queryKey: ['order'] })
}

/** Takes the payment through the shop's provider; some have a page of their own to go to. */
export async function pay(id: number): Promise<{ redirect: string | undefined }> {
  const params = { id: String(id) }
  const reply = await request<typeof payOrder>('POST /api/user/order/{id}/payment', { params })
  receiveOrder(reply.data)
  return { redirect: reply.redirect }
}

/** Cancels before payment. */
export async function cancel(id: number): Promise<void> {
  const params = { id: String(id) }
  const { data } = await request<typeof cancelOrder>('POST /api/user/order/{id}/cancel', { params })
  receiveOrder(data)
}

/** The customer has received the product. */
export async function completeDelivery(id: number): Promise<void> {
  const params = { id: String(id) }
  const { data } = await request<typeof deliverOrder>('POST /api/user/order/{id}/delivered', {
    params,
  })
  receiveOrder(data)
}

function waitsForShop(order: Order): boolean {
  return canMove(order, 'confirm', 'server')
}
