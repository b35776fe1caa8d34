import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { canMove, ORDER_TABS, orderTab } from '#contract/order-moves.ts'
import { checkAddress } from '#server/addresses/check-address.ts'
import { type DemoCatalog, MAIN_PRODUCTS } from '#server/demo/demo-catalog.ts'
import catalog from '../../demo/catalog.json' with { type: 'json' }
import { generateHistory, MOMENT } from './generate.ts'
import { historyFiles } from './history-files.ts'
import { DAY, HISTORY_DAYS, HOUR, stateOf, timeOf } from './history-rows.ts'

const { products } = catalog as DemoCatalog
const past = await generateHistory()

it('is what demo/history/ has', async () => {
  for (const [name, text] of Object.entries(historyFiles(past, MOMENT))) {
    const file = join(import.meta.dirname, `../../demo/history/${name}.csv`)
    expect(await readFile(file, 'utf8'), 'run node tools/demo-history/generate.ts').toBe(text)
  }
})

it('has a plausible size', () => {
  const { customers, orders, ratings } = past

  expect(customers).toHaveLength(241)
  expect(new Set(customers.map(({ email }) => email)).size).toBe(241)
  expect(orders.length).toBeGreaterThan(2_500)
  expect(orders.length).toBeLessThan(3_500)
  expect(ratings.length).toBeGreaterThan(800)
})

it('sells only what is in stock', () => {
  const { stock } = past
  const available = products.map(() => 0)

  for (const entry of stock) {
    const left = (available[entry.product] ?? 0) + entry.onHand - entry.reserved
    expect(left, `${products[entry.product]?.sku} at ${entry.at}`).toBeGreaterThanOrEqual(0)
    available[entry.product] = left
  }

  expect(available).toEqual(products.map((product) => product.stock))
})

it('moves orders as the contract allows, in order, and never in the future', () => {
  const { orders, products: sold, customers } = past
  for (const order of orders) {
    const [placed, ...moves] = order.moves
    expect(placed?.move).toBe('place')
    expect(placed?.at).toBeGreaterThanOrEqual(MOMENT - HISTORY_DAYS * DAY)
    expect(placed?.at).toBeGreaterThanOrEqual(sold[order.product]?.addedAt ?? MOMENT)
    expect(placed?.at).toBeGreaterThanOrEqual(customers[order.customer]?.joinedAt ?? MOMENT)
    let before = placed
    for (const made of moves) {
      const standing = { state: before?.to ?? 'pending', delivered_at: null }
      if (made.move === 'place') throw new Error('placed twice')
      expect(canMove(standing, made.move, made.actor)).toBe(true)
      expect(made.from).toBe(before?.to)
      expect(made.at).toBeGreaterThan(before?.at ?? MOMENT)
      expect(made.at).toBeLessThan(MOMENT)
      before = made
    }
  }
})

it('has orders in every state', () => {
  const { orders } = past
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
  for (const order of open) expect(MOMENT - (timeOf(order, 'place') ?? 0)).toBeLessThan(25 * HOUR)
})

it('fills every tab of the demo customer', () => {
  const own = past.orders.filter(({ customer }) => customer === 0)
  const tabs = own.map((order) =>
    orderTab({ state: stateOf(order), delivered_at: timeOf(order, 'deliver')?.toString() ?? null }),
  )

  expect(new Set(tabs)).toEqual(new Set(ORDER_TABS))
  expect(new Set(own.map(stateOf)).size).toBe(4)
})

it('has customers with addresses that the shop itself would accept', () => {
  for (const { address } of past.customers) {
    const { region, city, postcode, note } = address
    expect(checkAddress({ ...address, region, city, postcode, note })).toEqual(address)
  }
})

it('has people shop in the evening and a little more each month', () => {
  const { batches } = past
  const between = (from: number, to: number) =>
    batches.filter(({ at }) => at >= MOMENT - from * DAY && at < MOMENT - to * DAY).length
  const inHours = (from: number, to: number) =>
    batches.filter(({ at }) => {
      const hour = (new Date(at).getUTCHours() + 4) % 24
      return hour >= from && hour < to
    }).length

  expect(between(30, 0)).toBeGreaterThan(between(90, 60) * 1.1)
  expect(inHours(18, 23)).toBeGreaterThan(inHours(2, 7) * 8)
})

it('sells the products that the catalogue marks as popular', () => {
  const bySold = products.map((product, index) => ({ wanted: product.sold, sold: soldOf(index) }))
  const best = bySold.toSorted((a, b) => b.wanted - a.wanted)
  const sum = (list: typeof best) => list.reduce((total, { sold }) => total + sold, 0)

  expect(sum(best.slice(0, 20))).toBeGreaterThan(sum(best.slice(20, 40)) * 2)
  expect(sum(best.slice(20, 40))).toBeGreaterThan(sum(best.slice(40)) * 1.3)
})

it('is rated by buyers only, between 3.4 and 4.9, and not everywhere', () => {
  const { orders, ratings } = past
  const bought = new Set(
    orders
      .filter((order) => timeOf(order, 'deliver') !== null)
      .map(({ customer, product }) => `${customer} ${product}`),
  )
  const given = ratings.map(({ customer, product }) => `${customer} ${product}`)
  const averages = [...Map.groupBy(ratings, ({ product }) => product).values()].map(
    (given) => given.reduce((sum, { stars }) => sum + stars, 0) / given.length,
  )

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
  const { products: sold, ratings } = past
  const rated = new Set(ratings.map(({ product }) => product))
  const oldest = Math.min(...sold.slice(0, MAIN_PRODUCTS).map(({ addedAt }) => addedAt))

  for (const [index, { sku, addedAt }] of sold.entries()) {
    if (index < MAIN_PRODUCTS) continue
    expect(addedAt, sku).toBeLessThan(oldest)
    expect(soldOf(index), sku).toBe(0)
    expect(rated, sku).not.toContain(index)
  }
})

/** Units that customers kept. */
function soldOf(index: number): number {
  return past.orders
    .filter((order) => order.product === index && stateOf(order) === 'complete')
    .reduce((sum, { quantity }) => sum + quantity, 0)
}
