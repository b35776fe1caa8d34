/** Counts and ranges of what a scan found. Each follows every condition except its own. */
import type { Facet } from '../search/conditions.ts'
import type { Scan } from './scan.ts'

/** Adds the products of each id to `counts`. */
export function countIds(scan: Scan, of: Facet, counts: Map<number, number>): void {
  const column = scan.columns.codes.get(of)
  if (!column) return
  const { values, ids } = column
  const found = new Uint32Array(ids.length)
  for (const places of [scan.hits, nearMisses(scan, of)]) {
    for (let i = 0; i < places.length; i++) {
      const code = values[places[i] as number] as number
      found[code] = (found[code] as number) + 1
    }
  }
  for (const [code, count] of found.entries()) {
    const id = ids[code]
    if (code > 0 && count > 0 && id !== undefined) counts.set(id, (counts.get(id) ?? 0) + count)
  }
}

export interface Range {
  min: number
  max: number
}

export const NO_RANGE: Range = { min: Infinity, max: Number.NEGATIVE_INFINITY }

/** The range that contains `range` and the products' numbers. */
export function widen(scan: Scan, of: Facet, { min, max }: Range): Range {
  const values = scan.columns.numbers.get(of)
  if (!values) return { min, max }
  let [least, most] = [min, max]
  for (const places of [scan.hits, nearMisses(scan, of)]) {
    for (let i = 0; i < places.length; i++) {
      const value = values[places[i] as number] as number
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return { min: least, max: most }
}

/** Adds how many products have at least each of the numbers. */
export function countFrom(scan: Scan, of: Facet, least: readonly number[], counts: number[]): void {
  const values = scan.columns.numbers.get(of)
  if (!values) return
  for (const places of [scan.hits, nearMisses(scan, of)]) {
    for (let i = 0; i < places.length; i++) {
      const value = values[places[i] as number] as number
      for (let at = 0; at < least.length; at++) {
        if (value >= (least[at] as number)) counts[at] = (counts[at] as number) + 1
      }
    }
  }
}

/** The places of products that fail this condition and no other. */
function nearMisses({ near, failed, conditions }: Scan, of: Facet): Uint32Array {
  const own = conditions.findIndex((condition) => condition.of === of)
  if (own === -1) return near.subarray(0, 0)
  const bit = 1 << own
  return near.filter((at) => failed[at] === bit)
}
