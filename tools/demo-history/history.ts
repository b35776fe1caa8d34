/** Ninety days of a made-up shop, always the same for the same seed, time and catalog. */
import { CATEGORIES } from '#contract/locale.ts'
import type { WayToPay } from '#contract/order-moves.ts'
import { type DemoProduct, MAIN_PRODUCTS } from '#server/demo/demo-catalog.ts'
import { createRandom, type Random } from '#tests/kit/random.ts'
import { demoCustomer, inventCustomers } from './customers.ts'
import {
  DAY,
  HISTORY_DAYS,
  HOUR,
  MINUTE,
  type Past,
  type PastBatch,
  type PastOrder,
  type PastProduct,
} from './history-rows.ts'
import { courseOf, drawFate, type Fate } from './order-course.ts'
import { type Basket, createShopper } from './shopper.ts'
import { shoppingTimes } from './shopping-times.ts'
import { starRatings } from './star-ratings.ts'
import { stockEntries } from './stock-supply.ts'

/** How many products of each category came after the opening: the least popular, as new ones have few sales. */
const ARRIVALS_PER_CATEGORY = 4
const LATEST_ARRIVAL = 2.2 * DAY

/** The demo customer's orders, chosen so that every tab of the orders screen shows some orders. */
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

/** Other customers' orders that still need an action, so that the owner always sees some. */
const OPEN_ORDERS: ReadonlyArray<readonly [ago: number, fate: Fate, payment?: WayToPay]> = [
  ...[4, 17, 38, 71].map((minutes) => [minutes * MINUTE, 'waiting'] as const),
  ...[12, 29, 55, 96, 170].map((minutes) => [minutes * MINUTE, 'confirmed'] as const),
  [260 * MINUTE, 'confirmed', 'cash'],
]

export function inventHistory(
  catalog: readonly DemoProduct[],
  { seed, now }: { seed: number; now: number },
): Past {
  const random = createRandom(seed)
  const openedAt = now - HISTORY_DAYS * DAY
  const products = pastProducts(catalog, openedAt, now)
  const customers = [demoCustomer(now), ...inventCustomers(random, openedAt, now)]
  const { batches, orders } = inventOrders(random, { products, customers }, openedAt, now)
  const stock = stockEntries(random, { products, orders }, now)
  const ratings = starRatings(random, { products, orders }, now)
  return { customers, products, batches, orders, stock, ratings }
}

/** Most products came before the opening, categories mixed; those beyond the first `MAIN_PRODUCTS` came first. */
function pastProducts(
  catalog: readonly DemoProduct[],
  openedAt: number,
  now: number,
): PastProduct[] {
  const main = catalog.slice(0, MAIN_PRODUCTS)
  const leastSold = CATEGORIES.map((category) =>
    main.filter((product) => product.category === category).sort((a, b) => a.sold - b.sold),
  )
  const arrivals = Array.from({ length: ARRIVALS_PER_CATEGORY }, (_, rank) =>
    leastSold.flatMap((ofCategory) => ofCategory[rank] ?? []),
  ).flat()
  const spacing = (HISTORY_DAYS * DAY) / (arrivals.length + 1)
  return catalog.map((product, index) => {
    const arrival = arrivals.indexOf(product)
    const age = index < main.length ? (index * 37) % main.length : index
    return {
      sku: product.sku,
      priceCents: Math.round(product.price_usd * 100),
      stock: product.stock,
      popularity: product.sold,
      addedAt: Math.floor(
        arrival === -1
          ? openedAt - (1 + age) * 40 * MINUTE
          : now - LATEST_ARRIVAL - arrival * spacing,
      ),
    }
  })
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
  const open = OPEN_ORDERS.map(([ago, fate, payment]) => ({
    ...shopper.basketAt(now - ago, fate, 1),
    ...(payment && { payment }),
  }))
  const others = shoppingTimes(random, openedAt, now).map((at) => shopper.basketAt(at, null))
  const baskets: Basket[] = [...own, ...open, ...others]
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => a.at - b.at)
  const orders = baskets.flatMap(({ at, fate, customer, lines }, batch) => {
    // The orders of a basket are paid, delivered and canceled together.
    const isScarce = lines.some(({ product }) => products[product]?.stock === 0)
    const drawn = fate ?? (isScarce ? 'bought' : drawFate(random))
    const moves = courseOf(random, drawn, at, now)
    const isWrittenOff = random.chance(0.3)
    return lines.map((line): PastOrder => ({ batch, customer, ...line, moves, isWrittenOff }))
  })
  const batches = baskets.map(
    ({ at, customer, payment = 'online' }): PastBatch => ({ at, customer, payment }),
  )
  return { batches, orders }
}

function indexOfSku(products: PastProduct[], sku: string): number {
  const index = products.findIndex((product) => product.sku === sku)
  if (index === -1) throw new Error(`the demo catalog has no ${sku}`)
  return index
}
