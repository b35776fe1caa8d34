import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CartItem } from '#contract/cart-item.ts'
import { fromCents, toCents } from '#contract/money.ts'
import type { ContainedTax, DeliveryOffer, Quote } from '#contract/quote.ts'
import { taxWithin } from '#contract/tax.ts'
import { queryClient } from '#web/api/query-client.ts'
import { request } from '#web/api/request.ts'
import { totalOf } from './total.ts'

/** Null means the customer's default address, the shop's default shipping method, or no coupon. */
export interface QuoteChoice {
  addressId: number | null
  delivery: number | null
  coupon: string | null
}

/**
 * How often the quote is refetched, in milliseconds: staff may change prices, and other customers may buy the last
 * units.
 */
const AGAIN = 10_000

/** Milliseconds to wait after the last tap on a quantity before fetching the quote. */
const QUIET = 300

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
    // Not with an invalid coupon: the server counts each request with a nonexistent code as a guess.
    refetchInterval: ({ state }) => (state.data?.couponProblem ? false : AGAIN),
  })
}

/**
 * The server's prices for the cart; null until the first quote has loaded. While the next quote loads, or if it fails,
 * the last one stays. `isFirst` is true until the first quote has loaded or failed; `isOutdated`, while the quote is
 * for different lines or a different choice.
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

export function showQuote(items: readonly CartItem[], choice: QuoteChoice, quote: Quote): void {
  queryClient.setQueryData(quoteQuery(items, choice).queryKey, { quote, couponProblem: null })
}

/** The lines at the quoted prices, with the displayed quantities. */
export function atQuotedPrices(items: readonly CartItem[], quote: Quote | null): CartItem[] {
  const prices = new Map(quote?.lines.map(({ Product, price }) => [Product, price]))
  return items.map((item) => ({ ...item, price: prices.get(item.id) ?? item.price }))
}

export function reloadQuote(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['quote'] })
}

export interface Sums {
  /** The number of units. */
  count: number
  items: number
  discount: number
  delivery: number
  total: number
  /** The tax contained in the total. */
  tax: ContainedTax | null
}

/** The chosen shipping method if the quote offers it, otherwise the one used for the quote; null if none. */
export function chosenDelivery(quote: Quote | null, chosen: number | null): DeliveryOffer | null {
  const find = (id: number | null) => quote?.deliveries.find((offer) => offer.id === id) ?? null
  return find(chosen) ?? find(quote?.delivery ?? null)
}

/**
 * The totals of a cart at quoted prices. They update immediately when a quantity or the shipping method changes, using
 * the fee, discount and tax rate from the last quote.
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

function unitsOf({ id, quantity }: CartItem, quote: Quote | null): number {
  const line = quote?.lines.find(({ Product }) => Product === id)
  return Math.min(quantity, line?.available ?? quantity)
}

function useSettled(items: readonly CartItem[]): readonly CartItem[] {
  const [settled, setSettled] = useState(items)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(items), QUIET)
    return () => clearTimeout(timer)
  }, [items])
  return settled
}
