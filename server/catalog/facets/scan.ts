/**
 * Finds the products of a category that pass some conditions, and those that fail one only: these
 * are what that condition's own counts have in addition.
 */
import type { Condition } from '../search/conditions.ts'
import { type CodeColumn, type Columns, GONE, type NumberColumn } from './columns.ts'

/** Valid until the next scan, which writes into the same arrays. */
export interface Scan {
  columns: Columns
  /** The places of the products that pass. */
  hits: Uint32Array
  /** The places of those that fail one condition. */
  near: Uint32Array
  /** By place: a bit for each failed condition. */
  failed: Uint16Array
  conditions: readonly Condition[]
}

let failed = new Uint16Array(0)
let hits = new Uint32Array(0)
let near = new Uint32Array(0)

/** @param conditions at most 15, as there are bits beside GONE; a query has up to 13. */
export function scan(columns: Columns, conditions: readonly Condition[]): Scan {
  const { size } = columns
  if (failed.length < size) {
    failed = new Uint16Array(columns.ids.length)
    hits = new Uint32Array(columns.ids.length)
    near = new Uint32Array(columns.ids.length)
  }
  failed.set(columns.gone.subarray(0, size))
  for (const [at, condition] of conditions.entries()) mark(columns, condition, 1 << at)
  return { columns, conditions, failed, ...collect(size) }
}

/** The same among these places only. */
export function scanPlaces(
  columns: Columns,
  conditions: readonly Condition[],
  places: readonly number[],
): Scan {
  const found = scan(columns, conditions)
  const isAsked = new Set(places)
  const among = (all: Uint32Array) => all.filter((at) => isAsked.has(at))
  return { ...found, hits: among(found.hits), near: among(found.near) }
}

/** Sets the bit of every product that fails the condition; one without a value fails. */
function mark(columns: Columns, condition: Condition, bit: number): void {
  const { size } = columns
  if (condition.kind === 'range') {
    const values = columns.numbers.get(condition.of)
    if (values) markOutside(values, size, condition, bit)
    else markAll(size, bit)
    return
  }
  const column = columns.codes.get(condition.of)
  if (column) markOthers(column, size, condition.values, bit)
  else markAll(size, bit)
}

function markOutside(
  values: NumberColumn,
  size: number,
  { min, max }: { min: number; max: number },
  bit: number,
): void {
  for (let at = 0; at < size; at++) {
    const value = values[at] as number
    // Not `value < min || value > max`: both are false of NaN.
    if (!(value >= min && value <= max)) failed[at] = (failed[at] as number) | bit
  }
}

function markOthers(
  { values, codes, ids }: CodeColumn,
  size: number,
  wanted: readonly number[],
  bit: number,
): void {
  const passes = new Uint8Array(ids.length)
  for (const id of wanted) {
    const code = codes.get(id)
    if (code !== undefined) passes[code] = 1
  }
  for (let at = 0; at < size; at++) {
    if (passes[values[at] as number] === 0) failed[at] = (failed[at] as number) | bit
  }
}

function markAll(size: number, bit: number): void {
  for (let at = 0; at < size; at++) failed[at] = (failed[at] as number) | bit
}

function collect(size: number): Pick<Scan, 'hits' | 'near'> {
  let [hit, missed] = [0, 0]
  for (let at = 0; at < size; at++) {
    const bits = failed[at] as number
    if (bits === 0) hits[hit++] = at
    else if ((bits & (bits - 1)) === 0 && bits !== GONE) near[missed++] = at
  }
  return { hits: hits.subarray(0, hit), near: near.subarray(0, missed) }
}
