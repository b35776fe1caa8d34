/** Ratings by customers who bought the product; the ratings differ enough that each product has its own average. */

import type { Random } from '#tests/kit/random.ts'
import {
  DAY,
  HOUR,
  type Past,
  type PastOrder,
  type PastRating,
  stateOf,
  timeOf,
} from './history-rows.ts'

/** The share of delivered orders whose customer rates the product. */
const RATE_SHARE = 0.55
const AVERAGE_MIN = 3.4
const AVERAGE_MAX = 4.9
/** The number of newest products that have no ratings yet. */
const UNRATED = 4

/** At most one rating per customer and product, within days of the delivery. */
export function starRatings(
  random: Random,
  { products, orders }: Pick<Past, 'products' | 'orders'>,
  now: number,
): PastRating[] {
  const latest = products.map(({ addedAt }) => addedAt).sort((a, b) => b - a)
  const ratedUntil = latest[UNRATED - 1] ?? now
  const delivered = Map.groupBy(
    orders.filter((order) => stateOf(order) === 'complete'),
    ({ product }) => product,
  )
  return products.flatMap(({ addedAt }, product) => {
    if (addedAt >= ratedUntil) return []
    const raters = ratersOf(random, delivered.get(product) ?? [], now)
    const stars = starsWithAverage(random, raters.length, random.between(3.5, 4.85))
    return raters.map((rater, index) => ({ ...rater, product, stars: stars[index] ?? 5 }))
  })
}

function ratersOf(
  random: Random,
  orders: PastOrder[],
  now: number,
): Array<{ customer: number; at: number }> {
  const raters = new Map<number, number>()
  for (const order of orders) {
    const deliveredAt = timeOf(order, 'deliver')
    if (deliveredAt === null || raters.has(order.customer) || !random.chance(RATE_SHARE)) continue
    const at = Math.floor(deliveredAt + random.between(HOUR, 6 * DAY))
    if (at < now) raters.set(order.customer, at)
  }
  return [...raters].map(([customer, at]) => ({ customer, at }))
}

/** `count` ratings of 1 to 5 stars whose average, within its limits, is as near to `average` as possible. */
function starsWithAverage(random: Random, count: number, average: number): number[] {
  if (count === 0) return []
  const lowest = Math.ceil(count * AVERAGE_MIN)
  const highest = Math.floor(count * AVERAGE_MAX)
  const sum = Math.min(highest, Math.max(lowest, Math.round(count * average)))
  const stars = Array.from({ length: count }, () => opinion(random, average))
  for (let off = sum - total(stars); off !== 0; off = sum - total(stars)) {
    const index = random.whole(0, count - 1)
    const shifted = (stars[index] ?? 0) + Math.sign(off)
    if (shifted >= 1 && shifted <= 5) stars[index] = shifted
  }
  return stars
}

/** A number of stars, usually near the average; a few customers are disappointed, whatever the others think. */
function opinion(random: Random, average: number): number {
  if (random.chance(0.05)) return random.whole(1, 2)
  return Math.min(5, Math.max(1, Math.round(average + random.between(-1.3, 1.1))))
}

function total(stars: number[]): number {
  return stars.reduce((sum, star) => sum + star, 0)
}
