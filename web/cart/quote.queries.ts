import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import { fromCents, toCents } from '#contract/money.ts'
import type { ContainedTax, DeliveryOffer, Quote } from '#contract/quote.ts'
import { taxWithin } from '#contract/tax.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { totalOf } from './total.ts'

/** The customer's choices; null for the shop's default. */
export interface QuoteChoice {
  addressId: number | null
  delivery: number | null
  /** A code; null for none. */
  coupon: string | null
}

/** Milliseconds until the price is refetched: staff change prices, and others buy. */
const AGAIN = 10_000

/** Milliseconds without a tap on a quantity until the price is fetched. */
const QUIET = 300

/** The current price of these lines. */
const quoteQuery = (items: readonly CartItem[], { addressId, delivery, coupon }: QuoteChoice) => {
  const orders = items.map(({ id, quantity }) => ({ Product: id, quantity }))
  return queryOptions({
    queryKey: ['quote', orders, addressId, delivery, coupon],
    queryFn: async ({ signal }) => {
      const body = { orders, addressId, delivery, coupon }
      const reply = await request('POST /api/user/quote', { body, signal })
      return { quote: reply.data, couponProblem: reply.couponProblem }
    },
    enabled: orders.length > 0,
    placeholderData: keepPreviousData,
    // A code that does not exist counts as a guess each time.
    refetchInterval: ({ state }) => (state.data?.couponProblem ? false : AGAIN),
  })
}

/**
 * The server's prices of the cart. While the next quote loads, and when it fails, the last one
 * stays; null before the first. `isFirst` is true until the first has loaded or failed, `isOutdated`
 * while the quote is for other lines or another choice.
 */
export function useQuote(items: readonly CartItem[], choice: QuoteChoice) {
  const settled = useSettled(items)
  const { data = null, ...query } = useQuery(quoteQuery(settled, choice))
  return {
    quote: data?.quote ?? null,
    couponProblem: data?.couponProblem ?? null,
    isFirst: settled.length > 0 && query.isPending && query.failureCount === 0,
    isOutdated: query.isPlaceholderData,
  }
}

/** Shows the quote that came with a refused order. */
export function showQuote(items: readonly CartItem[], choice: QuoteChoice, quote: Quote): void {
  queryClient.setQueryData(quoteQuery(items, choice).queryKey, { quote, couponProblem: null })
}

/** The lines at the quoted prices; quantities are those on the screen. */
export function atQuotedPrices(items: readonly CartItem[], quote: Quote | null): CartItem[] {
  const prices = new Map(quote?.lines.map(({ Product, price }) => [Product, price]))
  return items.map((item) => ({ ...item, price: prices.get(item.id) ?? item.price }))
}

/** Fetches the prices again. */
export function reloadQuote(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['quote'] })
}

export interface Sums {
  /** Units. */
  count: number
  items: number
  /** The discount by a coupon. */
  discount: number
  delivery: number
  total: number
  /** Contained in the total. */
  tax: ContainedTax | null
}

/** The chosen shipping method if the quote offers it, otherwise the quote's. */
export function chosenDelivery(quote: Quote | null, chosen: number | null): DeliveryOffer | null {
  const find = (id: number | null) => quote?.deliveries.find((offer) => offer.id === id) ?? null
  return find(chosen) ?? find(quote?.delivery ?? null)
}

/**
 * The sums of lines at quoted prices. They follow a change of quantity or shipping method immediately, with the fee,
 * the discount and the tax rate of the last quote.
 */
export function sumsOf(
  lines: readonly CartItem[],
  delivered: DeliveryOffer | null,
  quote: Quote | null,
): Sums {
  const counted = lines.map((line) => ({ ...line, quantity: unitsOf(line, quote) }))
  const count = counted.reduce((sum, { quantity }) => sum + quantity, 0)
  const [items, delivery] = [totalOf(counted), delivered?.fee ?? 0]
  const discount = Math.min(quote?.discount ?? 0, items)
  const total = fromCents(toCents(items) - toCents(discount) + toCents(delivery))
  const rate = quote?.tax ?? null
  const tax = rate && {
    ...rate,
    amount: fromCents(taxWithin(toCents(total), rate.percent)),
  }
  return { count, items, discount, delivery, total, tax }
}

/** At most the available units. */
function unitsOf({ id, quantity }: CartItem, quote: Quote | null): number {
  const line = quote?.lines.find(({ Product }) => Product === id)
  return Math.min(quantity, line?.available ?? quantity)
}

/** The items, once their quantities have not changed for a moment. */
function useSettled(items: readonly CartItem[]): readonly CartItem[] {
  const [settled, setSettled] = useState(items)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(items), QUIET)
    return () => clearTimeout(timer)
  }, [items])
  return settled
}
