/** Deliveries to the shop: sales never exceed the stock, and each product ends with its `stock`. */

import type { Random } from '#tests/kit/random.ts'
import { DAY, type Past, type PastOrder, type PastProduct, type PastStock } from './history-rows.ts'
import { workingHour } from './shopping-times.ts'

/** Products that sold fewer units than this were supplied only once. */
const RESTOCKED_FROM = 30
const RESTOCKS_AGE_DAYS = [62, 34, 12]

export function stockEntries(
  random: Random,
  { products, orders }: Pick<Past, 'products' | 'orders'>,
  now: number,
): PastStock[] {
  const ofOrders = orders.flatMap(entriesOfOrder).sort((a, b) => a.at - b.at)
  const byProduct = Map.groupBy(ofOrders, ({ product }) => product)
  const supplies = products.flatMap((product, index) =>
    supply(random, product, index, byProduct.get(index) ?? [], now),
  )
  // The sort is stable, so a delivery made at the same moment as an order comes first.
  return [...supplies, ...ofOrders].sort((a, b) => a.at - b.at)
}

function entriesOfOrder(order: PastOrder, index: number): PastStock[] {
  const { product, quantity, moves, isWrittenOff } = order
  const entry = (reason: PastStock['reason'], onHand: number, reserved: number, at: number) => ({
    product,
    order: index,
    reason,
    onHand,
    reserved,
    at,
  })
  return moves.flatMap(({ move, at }) => {
    if (move === 'place') return entry('reserve', 0, quantity, at)
    if (move === 'cancel') return entry('release', 0, -quantity, at)
    if (move === 'pay') return entry('sale', -quantity, -quantity, at)
    if (move === 'refund') {
      return isWrittenOff ? entry('write_off', 0, 0, at) : entry('return', quantity, 0, at)
    }
    return []
  })
}

/** @returns the entries of the first delivery, of later deliveries, and of a correction if too much would be left. */
function supply(
  random: Random,
  product: PastProduct,
  index: number,
  taken: PastStock[],
  now: number,
): PastStock[] {
  const starts = [product.addedAt, ...restockTimes(random, product, taken, now)]
  const needs = unitsNeeded(taken, starts)
  const left = product.stock + takenBy(taken, now)
  const total = Math.max(left, ...needs)
  const cushion = Math.ceil(product.stock * random.between(0.2, 0.6))
  const arrival = (onHand: number, at: number): PastStock => ({
    product: index,
    order: null,
    reason: at === product.addedAt ? 'initial' : 'restock',
    onHand,
    reserved: 0,
    at,
  })
  let arrived = 0
  const arrivals = starts.map((at, part) => {
    const isLast = part === starts.length - 1
    const level = isLast ? total : Math.min(total, roundUp((needs[part] ?? 0) + cushion))
    const units = Math.max(0, level - arrived)
    arrived += units
    return arrival(units, at)
  })
  if (left < total) arrivals.push(arrival(left - total, now))
  return arrivals.filter(({ reason, onHand }) => reason === 'initial' || onHand !== 0)
}

function restockTimes(
  random: Random,
  product: PastProduct,
  taken: PastStock[],
  now: number,
): number[] {
  if (takenBy(taken, now) < RESTOCKED_FROM) return []
  return RESTOCKS_AGE_DAYS.map((days) =>
    workingHour(random, now - (days + random.between(-6, 6)) * DAY, 0),
  ).filter((at) => at > product.addedAt + 7 * DAY)
}

/** @returns for each start, the peak number of units taken and not returned at any moment before the next start. */
function unitsNeeded(taken: PastStock[], starts: number[]): number[] {
  let units = 0
  let most = 0
  let next = 0
  return starts.map((_, part) => {
    const end = starts[part + 1] ?? Number.POSITIVE_INFINITY
    for (let entry = taken[next]; entry && entry.at < end; entry = taken[++next]) {
      units += unitsOf(entry)
      most = Math.max(most, units)
    }
    return most
  })
}

function takenBy(taken: PastStock[], at: number): number {
  return taken.reduce((sum, entry) => sum + (entry.at <= at ? unitsOf(entry) : 0), 0)
}

function unitsOf({ onHand, reserved }: PastStock): number {
  return reserved - onHand
}

function roundUp(units: number): number {
  return Math.ceil(units / 10) * 10
}
