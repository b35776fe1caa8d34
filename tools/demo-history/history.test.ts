import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { canMove } from '#contract/order-moves.ts'
import { checkAddress } from '#server/addresses/check-address.ts'
import { MAIN_PRODUCTS } from '#server/demo/demo-catalog.ts'
import { generateHistory, MOMENT } from './generate.ts'
import { historyFiles } from './history-files.ts'
import { DAY, HISTORY_DAYS, timeOf } from './history-rows.ts'

const past = await generateHistory()

it('is what demo/history/ has', async () => {
  for (const [name, text] of Object.entries(historyFiles(past, MOMENT))) {
    const file = join(import.meta.dirname, `../../demo/history/${name}.csv`)
    expect(await readFile(file, 'utf8'), 'run node tools/demo-history/generate.ts').toBe(text)
  }
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

it('has customers with addresses that the shop itself would accept', () => {
  for (const { address } of past.customers) {
    const { region, city, postcode, note } = address
    expect(checkAddress({ ...address, region, city, postcode, note })).toEqual(address)
  }
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
