import { queryOptions } from '@tanstack/react-query'
import type {
  addToCart,
  listCart,
  markCartRead,
  removeFromCart,
  setCartQuantity,
} from '#contract/cart.ts'
import type { CartItem } from '#contract/cart-item.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { cartBadge } from './cart-badge.ts'

/** Quantities shown that the server does not have yet. */
const chosen = new Map<number, number>()

/** The own cart, newest line first. A list read before a quantity is saved does not undo it. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: async ({ signal }) => {
    const { Carts } = await request<typeof listCart>('GET /api/user/cart', { signal })
    const known = queryClient.getQueryData<CartItem[]>(['cart'])
    if (known) cartBadge.follow(known, Carts)
    else cartBadge.start(Carts.length)
    return Carts.map((item) => ({ ...item, quantity: chosen.get(item.id) ?? item.quantity }))
  },
})

/** Puts a product into the cart; any truthy answer is success. */
export async function addProduct(productId: number): Promise<void> {
  const { data } = await request<typeof addToCart>('POST /api/user/cart', {
    body: { cart: productId },
  })
  receiveCartItem(data)
}

/**
 * Shows a line that has come into the cart and counts it on the badge. It comes by the answer
 * to an own click and by the real-time event of the same click, and is counted once.
 */
export function receiveCartItem(item: CartItem): void {
  const items = queryClient.getQueryData(cartQuery.queryKey)
  if (!items) {
    reloadCart()
    return
  }
  const known = items.find(({ id }) => id === item.id)
  if (known && known.quantity >= item.quantity) return
  cartBadge.add()
  setItems([item, ...items.filter(({ id }) => id !== item.id)])
  // A list that was asked for before may come without it.
  if (queryClient.isFetching(cartQuery) > 0) reloadCart()
}

/** Takes a line out. */
export async function removeItem(id: number): Promise<void> {
  await request<typeof removeFromCart>('DELETE /api/user/cart/{id}', { params: { id: String(id) } })
  cartBadge.remove()
  setItems(items().filter((item) => item.id !== id))
}

/** Shows a quantity at once; the server is told by `saveQuantity`. */
export function showQuantity(id: number, quantity: number): void {
  chosen.set(id, quantity)
  setItems(items().map((item) => (item.id === id ? { ...item, quantity } : item)))
}

/** Tells the server a quantity; a refusal brings back what it has. A line that is gone needs none. */
export async function saveQuantity(id: number, quantity: number): Promise<void> {
  try {
    await request<typeof setCartQuantity>('PUT /api/user/cart/{id}', {
      params: { id: String(id) },
      body: { quantity },
    })
    settle(id, quantity)
    // A list on its way may have been read before.
    if (queryClient.isFetching(cartQuery) > 0) reloadCart()
  } catch (error) {
    settle(id, quantity)
    await reloadCart()
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** From now on the server's word counts, unless another quantity was chosen since. */
function settle(id: number, quantity: number): void {
  if (chosen.get(id) === quantity) chosen.delete(id)
}

/** Resets the badge and marks unread lines as read; only when it counts something. */
export async function markSeen(): Promise<void> {
  if (cartBadge.get() === 0 || !accessToken()) return
  cartBadge.clear()
  const unread = items().filter((item) => !item.isRead)
  if (unread.length === 0) return
  try {
    await request<typeof markCartRead>('POST /api/user/cart/markItRead', {
      body: { carts: unread.map(({ id }) => id) },
    })
    setItems(items().map((item) => ({ ...item, isRead: true })))
  } catch (error) {
    console.error(error)
  }
}

/** Follows an order that took all lines along. */
export function emptyAfterOrder(): void {
  cartBadge.clear()
  reloadCart()
}

/** Asks the server for the cart again. */
export function reloadCart(): Promise<void> {
  return queryClient.invalidateQueries(cartQuery)
}

function items(): CartItem[] {
  return queryClient.getQueryData(cartQuery.queryKey) ?? []
}

function setItems(next: CartItem[]): void {
  queryClient.setQueryData(cartQuery.queryKey, next)
}
