import { expect, it } from 'vitest'
import { canMove, ORDER_TABS, orderTab } from '#contract/order-moves.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import catalog from '../../demo/catalog.json' with { type: 'json' }
import { checkAddress } from '../addresses/check-address.ts'
import { type DemoCatalog, MAIN_PRODUCTS } from './demo-catalog.ts'
import { inventHistory } from './history.ts'
import {
  DAY,
  HISTORY_DAYS,
  HOUR,
  type Past,
  type PastCustomer,
  stateOf,
  timeOf,
} from './history-rows.ts'

const { products } = catalog as DemoCatalog
const NOW = Date.parse('2026-07-21T19:40:00Z')

/** A Friday noon, the first minute of a year, a night before sunrise. */
const MOMENTS = ['2026-03-06T08:00:00Z', '2026-12-31T20:00:30Z', '2027-02-28T01:13:00Z']

function invent(now: number, seed = 1): Past {
  const customer: PastCustomer = {
    username: 'Lina',
    email: 'lina@barq.example',
    country: '',
    city: '',
    address: checkAddress(AN_ADDRESS),
    locale: 'en',
    joinedAt: now - 70 * DAY,
  }
  return inventHistory(products, customer, { seed, now })
}

const known = new Map<number, Past>()

/** Invented once for each moment: nobody changes it. */
function past(now: number): Past {
  const found = known.get(now) ?? invent(now)
  known.set(now, found)
  return found
}

it('is the same for the same seed and moment, and another for another seed', () => {
  expect(invent(NOW)).toEqual(past(NOW))
  expect(invent(NOW, 2)).not.toEqual(past(NOW))
})

it.for([NOW, ...MOMENTS.map(Date.parse)])('has a plausible size at %s', (now) => {
  const { customers, orders, ratings } = past(now)

  expect(customers).toHaveLength(241)
  expect(new Set(customers.map(({ email }) => email)).size).toBe(241)
  expect(orders.length).toBeGreaterThan(2_500)
  expect(orders.length).toBeLessThan(3_500)
  expect(ratings.length).toBeGreaterThan(800)
})

it.for([NOW, ...MOMENTS.map(Date.parse)])('sells only what is in stock at %s', (now) => {
  const { stock, counts } = past(now)
  const available = products.map(() => 0)
  const onHand = products.map(() => 0)

  for (const entry of stock) {
    const left = (available[entry.product] ?? 0) + entry.onHand - entry.reserved
    expect(left, `${products[entry.product]?.sku} at ${entry.at}`).toBeGreaterThanOrEqual(0)
    available[entry.product] = left
    onHand[entry.product] = (onHand[entry.product] ?? 0) + entry.onHand
  }

  expect(available).toEqual(products.map((product) => product.stock))
  expect(onHand).toEqual(counts.map((count) => count.onHand))
})

it('moves orders as the contract allows, in order, and never in the future', () => {
  const { orders, products: sold, customers } = past(NOW)
  for (const order of orders) {
    const [placed, ...moves] = order.moves
    expect(placed?.move).toBe('place')
    expect(placed?.at).toBeGreaterThanOrEqual(NOW - HISTORY_DAYS * DAY)
    expect(placed?.at).toBeGreaterThanOrEqual(sold[order.product]?.addedAt ?? NOW)
    expect(placed?.at).toBeGreaterThanOrEqual(customers[order.customer]?.joinedAt ?? NOW)
    let before = placed
    for (const made of moves) {
      const standing = { state: before?.to ?? 'pending', delivered_at: null }
      if (made.move === 'place') throw new Error('placed twice')
      expect(canMove(standing, made.move, made.actor)).toBe(true)
      expect(made.from).toBe(before?.to)
      expect(made.at).toBeGreaterThan(before?.at ?? NOW)
      expect(made.at).toBeLessThan(NOW)
      before = made
    }
  }
})

it.for([NOW, ...MOMENTS.map(Date.parse)])('has orders in every state at %s', (now) => {
  const { orders } = past(now)
  const count = (state: string) => orders.filter((order) => stateOf(order) === state).length
  const undelivered = orders.filter(
    (order) => stateOf(order) === 'complete' && timeOf(order, 'deliver') === null,
  )

  expect(count('pending')).toBeGreaterThanOrEqual(4)
  expect(count('confirm')).toBeGreaterThanOrEqual(6)
  expect(undelivered.length).toBeGreaterThan(20)
  expect(count('canceled')).toBeGreaterThan(80)
  expect(orders.some((order) => timeOf(order, 'refund') !== null)).toBe(true)
  expect(count('complete') / orders.length).toBeGreaterThan(0.85)
  const open = orders.filter((order) => ['pending', 'confirm'].includes(stateOf(order)))
  for (const order of open) expect(now - (timeOf(order, 'place') ?? 0)).toBeLessThan(25 * HOUR)
})

it.for([NOW, ...MOMENTS.map(Date.parse)])('fills every tab of the demo customer at %s', (now) => {
  const own = past(now).orders.filter(({ customer }) => customer === 0)
  const tabs = own.map((order) =>
    orderTab({ state: stateOf(order), delivered_at: timeOf(order, 'deliver')?.toString() ?? null }),
  )

  expect(new Set(tabs)).toEqual(new Set(ORDER_TABS))
  expect(new Set(own.map(stateOf)).size).toBe(4)
})

it('has customers with addresses that the shop itself would accept', () => {
  for (const { address } of past(NOW).customers) {
    const { region, city, postcode, note } = address
    expect(checkAddress({ ...address, region, city, postcode, note })).toEqual(address)
  }
})

it('has people shop in the evening and a little more each month', () => {
  const { batches } = past(NOW)
  const between = (from: number, to: number) =>
    batches.filter(({ at }) => at >= NOW - from * DAY && at < NOW - to * DAY).length
  const inHours = (from: number, to: number) =>
    batches.filter(({ at }) => {
      const hour = (new Date(at).getUTCHours() + 4) % 24
      return hour >= from && hour < to
    }).length

  expect(between(30, 0)).toBeGreaterThan(between(90, 60) * 1.1)
  expect(inHours(18, 23)).toBeGreaterThan(inHours(2, 7) * 8)
})

it('sells the products that the catalogue marks as popular', () => {
  const { counts } = past(NOW)
  const bySold = products.map((product, index) => ({
    wanted: product.sold,
    sold: counts[index]?.sold ?? 0,
  }))
  const best = bySold.toSorted((a, b) => b.wanted - a.wanted)
  const sum = (list: typeof best) => list.reduce((total, { sold }) => total + sold, 0)

  expect(sum(best.slice(0, 20))).toBeGreaterThan(sum(best.slice(20, 40)) * 2)
  expect(sum(best.slice(20, 40))).toBeGreaterThan(sum(best.slice(40)) * 1.3)
})

it('is rated by buyers only, between 3.4 and 4.9, and not everywhere', () => {
  const { orders, ratings, counts } = past(NOW)
  const bought = new Set(
    orders
      .filter((order) => timeOf(order, 'deliver') !== null)
      .map(({ customer, product }) => `${customer} ${product}`),
  )
  const given = ratings.map(({ customer, product }) => `${customer} ${product}`)
  const averages = counts
    .filter(({ ratingCount }) => ratingCount > 0)
    .map(({ ratingSum, ratingCount }) => ratingSum / ratingCount)

  expect(new Set(given).size).toBe(given.length)
  for (const pair of given) expect(bought).toContain(pair)
  for (const average of averages) {
    expect(average).toBeGreaterThanOrEqual(3.4)
    expect(average).toBeLessThanOrEqual(4.9)
  }
  expect(new Set(averages.map((average) => average.toFixed(1))).size).toBeGreaterThan(6)
  expect(MAIN_PRODUCTS - averages.length).toBeGreaterThanOrEqual(4)
  expect(MAIN_PRODUCTS - averages.length).toBeLessThan(10)
})

it('has no product of a family beside another among the latest, the sold and the rated', () => {
  const { products: sold, counts } = past(NOW)
  const oldest = Math.min(...sold.slice(0, MAIN_PRODUCTS).map(({ addedAt }) => addedAt))

  for (const [index, { sku, addedAt }] of sold.entries()) {
    if (index < MAIN_PRODUCTS) continue
    expect(addedAt, sku).toBeLessThan(oldest)
    expect(counts[index], sku).toMatchObject({ sold: 0, ratingCount: 0 })
  }
})
