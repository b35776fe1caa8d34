/** What a list's conditions leave of the products: its counts, its ranges and its pages. */
import type { Condition, Facet } from '../listing/conditions.ts'
import type { Rows, Table } from './table.ts'

/** What rows are selected by. */
export type Column = Facet | 'category'

export interface Selection {
  table: Table
  /** Families are counted and shown instead of products. */
  byFamily: boolean
  /** What passes all conditions. */
  hits: Rows
  /** What a condition's own counts are of: the rows that pass all others. */
  but(of: Column): Rows
}

export interface Range {
  min: number
  max: number
}

/**
 * @param conditions at most 32.
 * @param among only these products, by id; null for all.
 */
export function select(
  table: Table,
  conditions: readonly Condition<Column>[],
  { among = null, byFamily = false }: { among?: readonly number[] | null; byFamily?: boolean } = {},
): Selection {
  const all = table.rows(among).slice()
  const candidates: Candidates = { rows: all, failed: new Int32Array(all.length) }
  for (const [at, condition] of conditions.entries()) {
    narrow(candidates, table, condition, 1 << at)
  }
  const { rows, failed } = candidates
  const passing = (ignored: number): Rows => {
    const found = new Int32Array(rows.length)
    let count = 0
    for (let at = 0; at < rows.length; at++) {
      found[count] = rows[at] as number
      count += ((failed[at] as number) & ~ignored) === 0 ? 1 : 0
    }
    return found.subarray(0, count)
  }
  const hits = passing(0)
  return {
    table,
    byFamily,
    hits,
    but(of) {
      const own = conditions.findIndex((condition) => condition.of === of)
      return own === -1 ? hits : passing(1 << own)
    },
  }
}

/** Rows that fail at most one condition. */
interface Candidates {
  rows: Rows
  /** For each of them the bit of the condition that it fails, or 0. */
  failed: Int32Array
}

/**
 * Leaves out what fails a second condition. A product without a value fails. Rows are written in any
 * case: a branch that no processor can predict takes longer.
 */
function narrow(
  candidates: Candidates,
  table: Table,
  condition: Condition<Column>,
  bit: number,
): void {
  const { rows, failed } = candidates
  let count = 0
  if (condition.kind === 'range') {
    const { min, max } = condition
    const values = table.numbers(condition.of)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const value = values[row] as number
      const bits = (failed[at] as number) | (value >= min && value <= max ? 0 : bit)
      rows[count] = row
      failed[count] = bits
      count += (bits & (bits - 1)) === 0 ? 1 : 0
    }
  } else {
    const { values, codes, ids } = table.codes(condition.of)
    const byCode = new Int32Array(ids.length).fill(bit)
    for (const id of condition.values) byCode[codes.get(id) ?? 0] = 0
    byCode[0] = bit
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const bits = (failed[at] as number) | (byCode[values[row] as number] as number)
      rows[count] = row
      failed[count] = bits
      count += (bits & (bits - 1)) === 0 ? 1 : 0
    }
  }
  candidates.rows = rows.subarray(0, count)
  candidates.failed = failed.subarray(0, count)
}

/** How many of the rows, or of their families, have each id. */
export function countIds({ table, byFamily }: Selection, of: Column, rows: Rows) {
  const { values, ids } = table.codes(of)
  const found = new Uint32Array(ids.length)
  if (byFamily) {
    const { groups } = table
    const last = new Int32Array(ids.length).fill(-1)
    for (let at = 0; at < rows.length; at++) {
      const code = values[rows[at] as number] as number
      const group = groups[rows[at] as number] as number
      found[code] = (found[code] as number) + (last[code] === group ? 0 : 1)
      last[code] = group
    }
  } else {
    for (let at = 0; at < rows.length; at++) {
      const code = values[rows[at] as number] as number
      found[code] = (found[code] as number) + 1
    }
  }
  const counts = new Map<number, number>()
  for (let code = 1; code < ids.length; code++) {
    if (found[code]) counts.set(ids[code] as number, found[code] as number)
  }
  return counts
}

/** How many of the rows, or of their families, have at least this number. */
export function countFrom(
  { table, byFamily }: Selection,
  of: Column,
  rows: Rows,
  min: number,
): number {
  const values = table.numbers(of)
  const { groups } = table
  let count = 0
  let last = -1
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    const passes = (values[row] as number) >= min && !(byFamily && groups[row] === last)
    if (!passes) continue
    last = groups[row] as number
    count++
  }
  return count
}

/** From the lowest number of the rows to the highest; null when they have none. */
export function rangeOf({ table }: Selection, of: Column, rows: Rows): Range | null {
  const values = table.numbers(of)
  let [min, max] = [Infinity, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < rows.length; at++) {
    const value = values[rows[at] as number] as number
    if (value < min) min = value
    if (value > max) max = value
  }
  return min <= max ? { min, max } : null
}

/** The hits, or of each family among them the best offer. */
export function shownIn({ table, byFamily, hits }: Selection): Rows {
  if (!byFamily) return hits
  const { groups } = table
  const shown = new Int32Array(hits.length)
  let count = 0
  for (const row of hits) {
    const before = shown[count - 1]
    if (before === undefined || groups[row] !== groups[before]) shown[count++] = row
    else if (isBetterOffer(table, row, before)) shown[count - 1] = row
  }
  return shown.subarray(0, count)
}

/** What is sold out is no offer; then the lowest price counts, then the lowest id. */
function isBetterOffer(table: Table, one: number, other: number): boolean {
  const [stock, price] = [table.codes('stock'), table.numbers('price')]
  const idOf = (row: number) => stock.ids[stock.values[row] ?? 0] ?? 0
  const difference =
    idOf(other) - idOf(one) ||
    (price[one] ?? 0) - (price[other] ?? 0) ||
    table.idAt(one) - table.idAt(other)
  return difference < 0
}

/** A product in an order. */
export interface Placed {
  id: number
  /** The number that the order goes by. */
  key: number
}

export interface Order {
  /** The name of a column. */
  by: string
  isDescending: boolean
}

/** The first rows of an order. @param after only what comes after it; the id breaks ties in the same direction. */
export function pageOf(
  table: Table,
  rows: Rows,
  { by, isDescending }: Order,
  { after, limit }: { after: Placed | null; limit: number },
): Placed[] {
  const best: Placed[] = []
  const values = table.numbers(by)
  if (limit === 0) return best
  const sign = isDescending ? -1 : 1
  const comesAfter = (key: number, id: number, other: Placed) =>
    key === other.key ? sign * (id - other.id) > 0 : sign * (key - other.key) > 0
  for (let n = 0; n < rows.length; n++) {
    // Later products often have higher numbers.
    const row = rows[isDescending ? rows.length - 1 - n : n] as number
    const key = values[row] as number
    const last = best[limit - 1]
    // Most products end here.
    if (last && sign * (key - last.key) > 0) continue
    const id = table.idAt(row)
    if ((last && comesAfter(key, id, last)) || (after && !comesAfter(key, id, after))) continue
    let to = best.length
    while (to > 0 && !comesAfter(key, id, best[to - 1] as Placed)) to--
    best.splice(to, 0, { id, key })
    if (best.length > limit) best.pop()
  }
  return best
}
