import type { CartItem } from '#contract/cart-item.ts'
import type { PriceChangedReply, Quote } from '#contract/quote.ts'
import type { ApiError } from '#web/api/request.ts'

export interface PriceChange {
  lines: Array<{ item: CartItem; before: number; after: number }>
  before: number
  after: number
  quote: Quote
}

/**
 * The price change in a `price_changed` error; null for any other error.
 * @param shown the lines and the total that the customer saw
 */
export function priceChangeOf(
  error: ApiError,
  shown: { lines: readonly CartItem[]; total: number },
): PriceChange | null {
  if (error.code !== 'price_changed') return null
  const { quote } = error.body as PriceChangedReply
  const prices = new Map(quote.lines.map(({ Product, price }) => [Product, price]))
  const lines = shown.lines.flatMap((item) => {
    const after = prices.get(item.id) ?? item.price
    return after === item.price ? [] : [{ item, before: item.price, after }]
  })
  return { lines, before: shown.total, after: quote.total, quote }
}
