/** Ninety days of a shop that never was: pure, the same for the same seed, moment and catalogue. */
import { CATEGORIES } from '#contract/locale.ts'
import type { DemoProduct } from './demo-catalog.ts'
import { inventCustomers } from './demo-customers.ts'
import {
  DAY,
  HOUR,
  MINUTE,
  type Past,
  type PastCustomer,
  type PastOrder,
  type PastProduct,
} from './history-rows.ts'
import { courseOf, drawFate, type Fate } from './order-course.ts'
import { createRandom, type Random } from './random.ts'
import { shoppingTimes } from './shopping-times.ts'
import { starRatings } from './star-ratings.ts'
import { countProducts, stockEntries } from './stock-supply.ts'

export const HISTORY_DAYS = 90

/** Products of each category that came after the opening: those that sell least, as new ones do. */
const ARRIVALS_PER_CATEGORY = 4
const LATEST_ARRIVAL = 2.2 * DAY

/** What the demo customer ordered, and how long ago, so that every tab shows something. */
const OWN_ORDERS: ReadonlyArray<{ ago: number; fate: Fate; lines: Array<[string, number]> }> = [
  { ago: 61.07 * DAY, fate: 'bought', lines: [['sonveil-buds-lite', 1]] },
  { ago: 44.31 * DAY, fate: 'bought', lines: [['zelmora-tempo-12', 1]] },
  {
    ago: 30.16 * DAY,
    fate: 'bought',
    lines: [
      ['ampriva-cube-67', 1],
      ['ampriva-braid', 2],
    ],
  },
  { ago: 27.22 * DAY, fate: 'refunded', lines: [['sonveil-studio-500', 1]] },
  { ago: 16.36 * DAY, fate: 'regretted', lines: [['terruk-surge', 1]] },
  { ago: 9.11 * DAY, fate: 'bought', lines: [['zelmora-watch-mini', 1]] },
  { ago: 31.4 * HOUR, fate: 'shipped', lines: [['orvane-one', 1]] },
  { ago: 20.7 * HOUR, fate: 'shipped', lines: [['zelmora-soft-case', 1]] },
  { ago: 2.6 * HOUR, fate: 'confirmed', lines: [['ampriva-core-20k', 1]] },
  { ago: 9 * MINUTE, fate: 'waiting', lines: [['terruk-cam-4k', 1]] },
]

/** Orders of others that still need somebody's hand, so that the owner sees some at any hour. */
const OPEN_ORDERS: ReadonlyArray<readonly [ago: number, fate: Fate]> = [
  ...[4, 17, 38, 71].map((minutes) => [minutes * MINUTE, 'waiting'] as const),
  ...[12, 29, 55, 96, 170, 260].map((minutes) => [minutes * MINUTE, 'confirmed'] as const),
]

/** @param demoCustomer whose orders are listed above; the others are invented. */
export function inventHistory(
  catalogue: readonly DemoProduct[],
  demoCustomer: PastCustomer,
  { seed, now }: { seed: number; now: number },
): Past {
  const random = createRandom(seed)
  const openedAt = now - HISTORY_DAYS * DAY
  const products = pastProducts(catalogue, openedAt, now)
  const customers = [demoCustomer, ...inventCustomers(random, openedAt, now)]
  const { batches, orders } = inventOrders(random, { products, customers }, openedAt, now)
  const stock = stockEntries(random, { products, orders }, now)
  const ratings = starRatings(random, { products, orders }, now)
  const counts = countProducts({ products, orders, stock, ratings })
  return { customers, products, counts, batches, orders, stock, ratings }
}

/** Most stood on the shelves at the opening, in an order that mixes the categories. */
function pastProducts(
  catalogue: readonly DemoProduct[],
  openedAt: number,
  now: number,
): PastProduct[] {
  const leastSold = CATEGORIES.map((category) =>
    catalogue.filter((product) => product.category === category).sort((a, b) => a.sold - b.sold),
  )
  const arrivals = Array.from({ length: ARRIVALS_PER_CATEGORY }, (_, rank) =>
    leastSold.flatMap((ofCategory) => ofCategory[rank] ?? []),
  ).flat()
  const spacing = (HISTORY_DAYS * DAY) / (arrivals.length + 1)
  return catalogue.map((product, index) => {
    const arrival = arrivals.indexOf(product)
    return {
      sku: product.sku,
      name: product.name,
      pictureKey: product.pictures[0]?.key ?? null,
      priceCents: Math.round(product.price_usd * 100),
      stock: product.stock,
      popularity: product.sold,
      addedAt: Math.floor(
        arrival === -1
          ? openedAt - (1 + ((index * 37) % catalogue.length)) * 40 * MINUTE
          : now - LATEST_ARRIVAL - arrival * spacing,
      ),
    }
  })
}

interface Basket {
  at: number
  fate: Fate | null
  customer: number
  lines: Array<{ product: number; quantity: number }>
}

function inventOrders(
  random: Random,
  { products, customers }: Pick<Past, 'products' | 'customers'>,
  openedAt: number,
  now: number,
): Pick<Past, 'batches' | 'orders'> {
  const shopper = createShopper(random, products, customers, now)
  const own = OWN_ORDERS.map(({ ago, fate, lines }) => ({
    at: Math.floor(now - ago),
    fate,
    customer: 0,
    lines: lines.map(([sku, quantity]) => ({ product: indexOfSku(products, sku), quantity })),
  }))
  const open = OPEN_ORDERS.map(([ago, fate]) => shopper.basketAt(now - ago, fate, 1))
  const others = shoppingTimes(random, openedAt, now).map((at) => shopper.basketAt(at, null))
  const baskets: Basket[] = [...own, ...open, ...others]
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => a.at - b.at)
  const orders = baskets.flatMap(({ at, fate, customer, lines }, batch) => {
    // One basket, one fate: its lines are paid, delivered and cancelled together.
    const isScarce = lines.some(({ product }) => products[product]?.stock === 0)
    const drawn = fate ?? (isScarce ? 'bought' : drawFate(random))
    const moves = courseOf(random, drawn, at, now)
    const isWrittenOff = random.chance(0.3)
    return lines.map((line): PastOrder => ({ batch, customer, ...line, moves, isWrittenOff }))
  })
  const batches = baskets.map(({ at, customer, lines }) => ({ at, customer, orders: lines.length }))
  return { batches, orders }
}

function indexOfSku(products: PastProduct[], sku: string): number {
  const index = products.findIndex((product) => product.sku === sku)
  if (index === -1) throw new Error(`the demo catalogue has no ${sku}`)
  return index
}

/** Sold out products found their last buyer some days ago. */
const SOLD_OUT_SINCE = 3 * DAY
/** A late arrival may not sell all of its popularity in one day. */
const CATCH_UP_MAX = 3

/** Fills baskets by who is there, what is on the shelves and what they have already. */
function createShopper(
  random: Random,
  products: PastProduct[],
  customers: PastCustomer[],
  now: number,
) {
  const owned = customers.map(() => new Set<number>())
  // The demo customer only has the orders listed for her; some of the others come again and again.
  const eagerness = customers.map((_, index) =>
    index === 0 ? 0 : 0.6 - 0.6 * Math.log(1 - random.next()),
  )

  function weightAt(product: PastProduct, at: number): number {
    if (at < product.addedAt || (product.stock === 0 && at > now - SOLD_OUT_SINCE)) return 0
    const days = (now - product.addedAt) / DAY
    return product.popularity * Math.min(CATCH_UP_MAX, Math.max(1, HISTORY_DAYS / days))
  }

  /** Somebody who has none of it yet, as far as a few tries find one. */
  function customerFor(product: number, at: number): number {
    const weights = customers.map(({ joinedAt }, index) =>
      joinedAt < at ? (eagerness[index] ?? 0) : 0,
    )
    let customer = -1
    for (let tries = 0; tries < 8; tries++) {
      customer = random.weighted(weights)
      if (!owned[customer]?.has(product)) break
    }
    return customer
  }

  function quantityOf(product: number): number {
    const cents = products[product]?.priceCents ?? 0
    if (cents > 20_000) return random.chance(0.98) ? 1 : 2
    if (cents > 6_000) return random.chance(0.9) ? 1 : 2
    return random.chance(0.72) ? 1 : random.whole(2, 4)
  }

  return {
    /** Without a size, one to three products. No lines when nobody has joined yet. */
    basketAt(at: number, fate: Fate | null, size = 1 + random.weighted([80, 16, 4])): Basket {
      const weights = products.map((product) => weightAt(product, at))
      const first = random.weighted(weights)
      const customer = customerFor(first, at)
      if (customer === -1) return { at, fate, customer, lines: [] }
      const chosen = new Set([first])
      for (let more = 1; more < size; more++) chosen.add(random.weighted(weights))
      for (const product of chosen) owned[customer]?.add(product)
      const lines = [...chosen].map((product) => ({ product, quantity: quantityOf(product) }))
      return { at, fate, customer, lines }
    },
  }
}
