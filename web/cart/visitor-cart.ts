/**
 * Visitor cart operations, for shops that let visitors browse. Loaded only if this browser stores a visitor cart or a
 * visitor adds a product. Prices and stock come from the public product list.
 */
import type { CartItem } from '#contract/cart-item.ts'
import type { Product } from '#contract/catalog.ts'
import { ORDER_LINES_MAX, QUANTITY_MAX } from '#contract/limits.ts'
import { productsByIdQuery } from '#web/api/products-by-id.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { handOver } from './hand-over.ts'
import { storedLines, storeLines } from './stored-lines.ts'

/** Timeout in milliseconds for moving the cart into the account, so that another tab can try. */
const JOIN_MAX_MS = 15_000

/** How long a message stays on the screen, in seconds. */
const LONG = 10

/** The lines of the visitor's cart. Lines whose product no longer exists are removed, with a message. */
export async function visitorLines(): Promise<CartItem[]> {
  const lines = storedLines()
  const found = new Map(
    (await productsOf(lines.map(({ id }) => id))).map((product) => [product.id, product]),
  )
  const gone = lines.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  if (gone.length > 0) {
    storeLines(storedLines().filter(({ id }) => !gone.includes(id)))
    say('toast.cartGone', gone.length)
  }
  return lines.flatMap(({ id, quantity }) => {
    const product = found.get(id)
    return product ? [toItem(product, quantity)] : []
  })
}

/**
 * Adds a unit of a product.
 * @throws Error if the product cannot be fetched, no longer exists or has no further unit in stock, if the cart has no
 * room for another line, or if the cart cannot be stored
 */
export async function addVisitorLine(productId: number): Promise<CartItem> {
  const [product] = await productsOf([productId])
  const lines = storedLines()
  const others = lines.filter(({ id }) => id !== productId)
  const before = lines.find(({ id }) => id === productId)?.quantity ?? 0
  const quantity = Math.min(before + 1, QUANTITY_MAX)
  if (!product || product.quantity < quantity || others.length >= ORDER_LINES_MAX) {
    throw new Error(`No unit of product ${productId} can be added.`)
  }
  storeLines([{ id: productId, quantity }, ...others])
  return toItem(product, quantity)
}

/**
 * Moves the visitor's cart into the signed-in account, and reports what cannot be moved. A failure is only logged: the
 * next cart fetch retries with the lines not removed or ordered in the meantime, and the server adds no unit twice.
 */
export async function joinAccount(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(JOIN_MAX_MS)
    const reply = await handOver(
      (lines) => request('POST /api/user/cart/join', { body: { lines }, signal }),
      signal,
    )
    if (reply && reply.left.length > 0) say('toast.cartLeft', reply.left.length)
  } catch (error) {
    console.error(error)
  }
}

function say(text: 'toast.cartGone' | 'toast.cartLeft', count: number): void {
  showToast(translate(text, { count }), 'info', LONG)
}

async function productsOf(ids: readonly number[]): Promise<Product[]> {
  return (await queryClient.fetchQuery({ ...productsByIdQuery(ids), staleTime: 0 })).products
}

function toItem(product: Product, quantity: number): CartItem {
  return { ...product, quantity, added_price: product.price, isRead: false }
}
