/**
 * The prices shown to customers on a reduced product: the struck-through price, and the lowest price in the 30 days
 * before the reduction.
 */
import { sql } from 'kysely'
import type { ShopDetails } from '#contract/admin.ts'
import type { Product } from '#contract/catalog.ts'
import { fromCents } from '#contract/money.ts'

export interface PricesRow {
  price_cents: number
  compare_at_cents: number | null
  prior_cents: number | null
  prior_prices: ShopDetails['prior_prices']
}

/** Columns of `PricesRow`, for queries that alias the product as `p`. */
export const PRICES_COLUMNS = sql`p.price_cents, p.compare_at_cents, p.prior_cents,
  (select prior_prices from shop_details) as prior_prices`

/**
 * A product's prices as shown in the shop. If the prior price is required, only that price is struck through, and only
 * if it is higher than the current price.
 */
export function shownPrices(
  row: PricesRow,
): Pick<Product, 'price' | 'compare_at_price' | 'prior_price'> {
  const { price_cents: cents, compare_at_cents: compareAt, prior_cents: prior } = row
  const price = fromCents(cents)
  if (row.prior_prices === 'required') {
    if (prior === null || prior <= cents) return { price, compare_at_price: null }
    return { price, compare_at_price: fromCents(prior), prior_price: fromCents(prior) }
  }
  return {
    price,
    compare_at_price: compareAt === null ? null : fromCents(compareAt),
    ...(row.prior_prices === 'shown' && prior !== null && { prior_price: fromCents(prior) }),
  }
}
