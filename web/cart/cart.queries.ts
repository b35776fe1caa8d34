import { queryOptions } from '@tanstack/react-query'
import type { CartItem } from '#contract/cart-item.ts'
import { QUANTITY_MAX } from '#contract/limits.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ApiError, request } from '#web/api/request.ts'
import { accessToken } from '#web/api/stored-session.ts'
import { cartBadge } from './cart-badge.ts'
import { LINES_KEY, type StoredLine, storedLines, storeLines } from './stored-lines.ts'
import { isVisitor } from './visitor.ts'

interface Choice {
  /** Displayed, but not saved yet. */
  quantity: number
  /** The server's quantity, as far as this page knows. */
  saved: number
}

/** Keyed by product id. */
const chosen = new Map<number, Choice>()

// Shows changes that another tab makes to the visitor's cart.
window.addEventListener('storage', ({ key }) => {
  if (key === LINES_KEY) reloadCart()
})

/** The user's or visitor's cart, newest line first. Unsaved quantities replace the fetched ones. */
export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: async ({ signal }) => {
    const Carts = await fetchLines(signal)
    const known = queryClient.getQueryData<CartItem[]>(['cart'])
    if (known) cartBadge.follow(known, Carts)
    else cartBadge.start(Carts.length)
    return Carts.map((item) => {
      const choice = chosen.get(item.id)
      if (!choice) return item
      choice.saved = item.quantity
      return { ...item, quantity: choice.quantity }
    })
  },
})

/** Before fetching an account's cart, adds the visitor cart stored in this browser to it. */
async function fetchLines(signal: AbortSignal): Promise<CartItem[]> {
  const visitor = storedLines().length > 0 ? await import('./visitor-cart.ts') : null
  if (isVisitor()) return visitor?.visitorLines() ?? []
  await visitor?.joinAccount()
  return (await request('GET /api/user/cart', { signal })).Carts
}

/** Whether the cart has the largest quantity of a product, so that adding a unit would change nothing. */
export function isAtMaximum(productId: number): boolean {
  return items().some(({ id, quantity }) => id === productId && quantity >= QUANTITY_MAX)
}

export async function addProduct(productId: number): Promise<void> {
  if (isVisitor()) {
    const { addVisitorLine } = await import('./visitor-cart.ts')
    receiveCartItem(await addVisitorLine(productId))
    return
  }
  const { data } = await request('POST /api/user/cart', { body: { cart: productId } })
  receiveCartItem(data)
}

/**
 * Shows a newly added line and counts it on the badge. In an account's cart, a line arrives twice, in the reply and in
 * the real-time event, but is counted only once.
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
  // A fetch that started earlier may lack the line.
  if (queryClient.isFetching(cartQuery) > 0) reloadCart()
}

/**
 * Reloads the cart if another window or device has changed or removed (quantity 0) a line. A quantity chosen here is
 * kept, since it is saved later.
 */
export function receiveLineChange({ id, quantity }: { id: number; quantity: number }): void {
  const shown = items().find((item) => item.id === id)?.quantity ?? 0
  if (shown !== quantity && !chosen.has(id)) reloadCart()
}

/**
 * Adds lines to the cart. If a product is already in the cart, the greater quantity wins. Even if the user is signed
 * in, the lines are first stored in this browser, like a visitor's cart, and reach the account with the next fetch.
 * @throws Error if a line could not be added; DOMException if storage is unavailable or full
 */
export async function putIntoCart(lines: readonly StoredLine[]): Promise<void> {
  const greater = lines.map(({ id, quantity }) => {
    const stored = storedLines().find((line) => line.id === id)?.quantity ?? 0
    return { id, quantity: Math.max(quantity, stored) }
  })
  const others = storedLines().filter(({ id }) => !lines.some((line) => line.id === id))
  storeLines([...greater, ...others])
  await reloadCart()
  if (!lines.every(({ id }) => items().some((item) => item.id === id))) {
    throw new Error('A line is missing from the cart.')
  }
}

/** Removes a line, including from a visitor's list not yet added to the account, which would otherwise restore it. */
export async function removeItem(id: number): Promise<void> {
  storeLines(storedLines().filter((line) => line.id !== id))
  if (!isVisitor()) await request('DELETE /api/user/cart/{id}', { params: { id } })
  cartBadge.remove()
  setItems(items().filter((item) => item.id !== id))
  // A fetch that started earlier may still contain the line.
  if (queryClient.isFetching(cartQuery) > 0) reloadCart()
}

/** Shows a quantity immediately; `saveQuantity` sends it to the server. */
export function showQuantity(id: number, quantity: number): void {
  const shown = items().find((item) => item.id === id)?.quantity ?? quantity
  chosen.set(id, { quantity, saved: chosen.get(id)?.saved ?? shown })
  setQuantity(id, quantity)
}

/**
 * Saves a quantity. If saving fails, the server's quantity is shown again.
 * @throws the error of the failed save, unless the line no longer exists
 */
export async function saveQuantity(id: number, quantity: number): Promise<void> {
  try {
    await sendQuantity(id, quantity)
    settle(id, quantity, quantity)
    // A fetch that started earlier may contain the old quantity.
    if (queryClient.isFetching(cartQuery) > 0) reloadCart()
  } catch (error) {
    // Immediately, because without a connection nothing can be fetched.
    settle(id, quantity)
    await reloadCart()
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Sends a quantity without updating the screen, and also sets it in a visitor's list not yet added to the account. */
export async function sendQuantity(id: number, quantity: number): Promise<void> {
  storeLines(storedLines().map((line) => (line.id === id ? { id, quantity } : line)))
  if (isVisitor()) return
  await request('PUT /api/user/cart/{id}', { params: { id }, body: { quantity }, keepalive: true })
}

/**
 * Notes the server's quantity, and shows it unless another one has been chosen since `sent`.
 * @param saved undefined leaves it as it was.
 */
function settle(id: number, sent: number, saved?: number): void {
  const choice = chosen.get(id)
  if (!choice) return
  if (saved !== undefined) choice.saved = saved
  if (choice.quantity !== sent) return
  chosen.delete(id)
  setQuantity(id, choice.saved)
}

function setQuantity(id: number, quantity: number): void {
  queryClient.setQueryData(cartQuery.queryKey, (lines) =>
    lines?.map((item) => (item.id === id ? { ...item, quantity } : item)),
  )
}

/** Resets the badge and marks unread lines as read; does nothing while the badge is at 0. */
export async function markSeen(): Promise<void> {
  if (cartBadge.get() === 0) return
  if (isVisitor()) return cartBadge.clear()
  if (!accessToken()) return
  cartBadge.clear()
  const unread = items().filter((item) => !item.isRead)
  if (unread.length === 0) return
  try {
    await request('POST /api/user/cart/markItRead', {
      body: { carts: unread.map(({ id }) => id) },
    })
    setItems(items().map((item) => ({ ...item, isRead: true })))
  } catch (error) {
    console.error(error)
  }
}

/**
 * Empties the cart after all its lines were ordered, including a visitor's list not yet added to the account, which
 * would otherwise restore them.
 */
export function emptyAfterOrder(): void {
  storeLines([])
  cartBadge.clear()
  reloadCart()
}

export function reloadCart(): Promise<void> {
  return queryClient.invalidateQueries(cartQuery)
}

function items(): CartItem[] {
  return queryClient.getQueryData(cartQuery.queryKey) ?? []
}

function setItems(next: CartItem[]): void {
  queryClient.setQueryData(cartQuery.queryKey, next)
}
