import type { WayToPay } from '#contract/order-moves.ts'
import type { Random } from '#tests/kit/random.ts'
import { DAY, HISTORY_DAYS, type PastCustomer, type PastProduct } from './history-rows.ts'
import type { Fate } from './order-course.ts'

export interface Basket {
  at: number
  fate: Fate | null
  customer: number
  payment?: WayToPay
  lines: Array<{ product: number; quantity: number }>
}

/** How long ago the products that are now sold out last sold. */
const SOLD_OUT_SINCE = 3 * DAY
/** The maximum factor by which products added later sell more often per day, to catch up. */
const CATCH_UP_MAX = 3

/** Makes baskets that fit the customers, the stock, and what each customer already has. */
export function createShopper(
  random: Random,
  products: PastProduct[],
  customers: PastCustomer[],
  now: number,
) {
  const owned = customers.map(() => new Set<number>())
  // The demo customer (index 0) places only the orders in `OWN_ORDERS`; a few other customers return often.
  const eagerness = customers.map((_, index) =>
    index === 0 ? 0 : 0.6 - 0.6 * Math.log(1 - random.next()),
  )

  /** The index of a customer without the product or, after eight tries, any customer; -1 if nobody has joined yet. */
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

  return {
    /**
     * The basket has no lines if nobody has joined yet.
     * @param size the number of products; by default one to three.
     */
    basketAt(at: number, fate: Fate | null, size = 1 + random.weighted([80, 16, 4])): Basket {
      const weights = products.map((product) => weightAt(product, at, now))
      const first = random.weighted(weights)
      const customer = customerFor(first, at)
      if (customer === -1) return { at, fate, customer, lines: [] }
      const chosen = new Set([first])
      for (let more = 1; more < size; more++) chosen.add(random.weighted(weights))
      for (const product of chosen) owned[customer]?.add(product)
      const lines = [...chosen].map((product) => ({
        product,
        quantity: quantityOf(random, products[product]),
      }))
      return { at, fate, customer, lines }
    },
  }
}

function weightAt(product: PastProduct, at: number, now: number): number {
  if (at < product.addedAt || (product.stock === 0 && at > now - SOLD_OUT_SINCE)) return 0
  const days = (now - product.addedAt) / DAY
  return product.popularity * Math.min(CATCH_UP_MAX, Math.max(1, HISTORY_DAYS / days))
}

function quantityOf(random: Random, product: PastProduct | undefined): number {
  const cents = product?.priceCents ?? 0
  if (cents > 20_000) return random.chance(0.98) ? 1 : 2
  if (cents > 6_000) return random.chance(0.9) ? 1 : 2
  return random.chance(0.72) ? 1 : random.whole(2, 4)
}
