/** An in-memory table of one category's products, used to filter, count and sort lists. */
import type { Condition } from '../listing/conditions.ts'

export interface Entry {
  id: number
  family: number | null
  /** Values compared as numbers, keyed by column name. */
  numbers: Readonly<Record<string, number>>
  /** Values that are ids, such as brand or choice ids, keyed by column name. */
  codes: Readonly<Record<string, number>>
}

export interface Range {
  min: number
  max: number
}

/** Row numbers of a table; rows of the same family are adjacent. */
export type Rows = Int32Array

/** A column of ids, such as brand ids, stored as small codes, so that an array is enough to count them. */
interface CodeColumn {
  /** The code of each row's id; 0 for a row without an id. */
  codes: Uint16Array
  /** The ids, indexed by code. */
  ids: number[]
  codeOf: Map<number, number>
}

const FIRST_CAPACITY = 64
/** A numeric attribute with at most this many distinct values is offered value by value. */
const FEW_MAX = 8

export class Table {
  /** Product ids, indexed by row like all columns below. */
  #ids = new Float64Array(FIRST_CAPACITY)
  /** Family ids; 0 for a product without a family. */
  #families = new Int32Array(FIRST_CAPACITY)
  /** Columns of numbers, keyed by column name; NaN for a product without a value. */
  readonly #numbers = new Map<string, Float64Array>()
  /**
   * The numbers as codes for filtering by value, keyed by column name; null once there are too many distinct numbers.
   */
  readonly #few = new Map<string, CodeColumn | null>()
  readonly #codes = new Map<string, CodeColumn>()
  readonly #rowOf = new Map<number, number>()
  /** Rows of removed products, available for reuse. */
  readonly #free: number[] = []
  #size = 0
  #rows: Rows | null = null
  /** Each row's position in `#rows`. */
  #places = new Int32Array()

  put({ id, family, numbers, codes }: Entry): void {
    const row = this.#rowOf.get(id) ?? this.#append(id)
    if (this.#families[row] !== (family ?? 0)) this.#rows = null
    this.#families[row] = family ?? 0
    for (const name of Object.keys(numbers)) {
      if (!this.#numbers.has(name)) {
        this.#numbers.set(name, noNumbers(this.#ids.length))
        this.#few.set(name, noCodes(this.#ids.length))
      }
    }
    for (const [name, column] of this.#numbers) column[row] = numbers[name] ?? Number.NaN
    for (const [name, column] of this.#few) {
      if (!column) continue
      column.codes[row] = codeIn(column, numbers[name])
      if (column.ids.length > FEW_MAX + 1) this.#few.set(name, null)
    }
    for (const name of Object.keys(codes)) {
      if (!this.#codes.has(name)) this.#codes.set(name, noCodes(this.#ids.length))
    }
    for (const [name, column] of this.#codes) column.codes[row] = codeIn(column, codes[name])
  }

  remove(id: number): void {
    const row = this.#rowOf.get(id)
    if (row === undefined) return
    this.#rowOf.delete(id)
    this.#free.push(row)
    this.#rows = null
  }

  /** The rows of the products `ids`; all rows if null. */
  rows(ids: readonly number[] | null = null): Rows {
    const rows = this.#inOrder()
    if (ids === null) return rows
    const places = new Int32Array(ids.length)
    let count = 0
    for (const id of ids) {
      const row = this.#rowOf.get(id)
      if (row !== undefined) places[count++] = this.#places[row] as number
    }
    return places
      .subarray(0, count)
      .sort()
      .filter((place, at, all) => place !== all[at - 1])
      .map((place) => rows[place] as number)
  }

  idAt(row: number): number {
    return this.#ids[row] as number
  }

  /** @returns null for a product that has no family or is not in this table. */
  familyOf(id: number): number | null {
    const row = this.#rowOf.get(id)
    return row === undefined ? null : this.#families[row] || null
  }

  numbers(of: string): Float64Array | undefined {
    return this.#numbers.get(of)
  }

  /** The smallest range containing all numbers of these rows; `min` is above `max` if no row has a number. */
  rangeOf(of: string, rows: Rows): Range {
    const numbers = this.#numbers.get(of)
    let [min, max] = [Infinity, Number.NEGATIVE_INFINITY]
    for (let at = 0; numbers && at < rows.length; at++) {
      const number = numbers[rows[at] as number] as number
      if (number < min) min = number
      if (number > max) max = number
    }
    return { min, max }
  }

  /** The number of rows with each id in the column `of`, keyed by id; with `byFamily`, each family counts once. */
  countIds(of: string, rows: Rows, byFamily: boolean): Map<number, number> {
    const column = this.#codes.get(of)
    return column ? this.#countCodes(column, rows, byFamily) : new Map()
  }

  #countCodes({ codes, ids }: CodeColumn, rows: Rows, byFamily: boolean): Map<number, number> {
    const families = this.#families
    const counts = new Uint32Array(ids.length)
    /** The last family counted, indexed by code. */
    const last = new Int32Array(ids.length)
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const code = codes[row] as number
      if (byFamily && families[row] !== 0) {
        if (last[code] === families[row]) continue
        last[code] = families[row] as number
      }
      counts[code] = (counts[code] as number) + 1
    }
    const found = new Map<number, number>()
    for (let code = 1; code < counts.length; code++) {
      if (counts[code] !== 0) found.set(ids[code] as number, counts[code] as number)
    }
    return found
  }

  /**
   * The number of rows with each number in the column `of`, keyed by that number in ascending order; with `byFamily`,
   * each family counts once. Empty if there are too many distinct numbers.
   */
  countNumbers(of: string, rows: Rows, byFamily: boolean): Map<number, number> {
    const column = this.#few.get(of)
    if (!column) return new Map()
    const counts = this.#countCodes(column, rows, byFamily)
    const [, ...numbers] = column.ids
    return new Map(numbers.sort((a, b) => a - b).map((number) => [number, counts.get(number) ?? 0]))
  }

  count(rows: Rows, byFamily: boolean): number {
    if (!byFamily) return rows.length
    let count = 0
    let last = 0
    for (let at = 0; at < rows.length; at++) {
      const family = this.#families[rows[at] as number] as number
      if (family === 0 || family !== last) count++
      last = family
    }
    return count
  }

  /**
   * One row per family, and all rows without a family. A family's row is its best offer: in stock if possible, then at
   * the lowest price, then with the lowest id.
   */
  bestOffers(rows: Rows): Rows {
    const best = new Int32Array(rows.length)
    let count = 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number
      const family = this.#families[row] as number
      const rival = count === 0 ? -1 : (best[count - 1] as number)
      if (family === 0 || this.#families[rival] !== family) best[count++] = row
      else if (this.#isBetter(row, rival)) best[count - 1] = row
    }
    return best.subarray(0, count)
  }

  #isBetter(one: number, other: number): boolean {
    const stock = this.#codes.get('stock')
    const idOf = (row: number) => stock?.ids[stock.codes[row] as number] ?? 0
    const price = this.#numbers.get('price')
    const cheaper = (price?.[other] ?? 0) - (price?.[one] ?? 0)
    return (idOf(one) - idOf(other) || cheaper || this.idAt(other) - this.idAt(one)) > 0
  }

  /** The rows that meet a condition; a product without a value meets none. */
  passing(condition: Condition, rows: Rows): Rows {
    if (condition.kind === 'range') {
      const numbers = this.#numbers.get(condition.of)
      return numbers ? withNumber(rows, numbers, condition) : NONE
    }
    const column = this.#codes.get(condition.of) ?? this.#few.get(condition.of)
    const numbers = this.#numbers.get(condition.of)
    if (!column) {
      return numbers
        ? rows.filter((row) => condition.values.includes(numbers[row] as number))
        : NONE
    }
    const isWanted = new Uint8Array(column.ids.length)
    for (const id of condition.values) isWanted[column.codeOf.get(id) ?? 0] = 1
    isWanted[0] = 0
    return withCode(rows, column.codes, isWanted)
  }

  #append(id: number): number {
    const row = this.#free.pop() ?? this.#size++
    if (row >= this.#ids.length) this.#grow(2 * this.#ids.length)
    this.#ids[row] = id
    this.#rowOf.set(id, row)
    this.#rows = null
    return row
  }

  #grow(capacity: number): void {
    this.#ids = copied(this.#ids, new Float64Array(capacity))
    this.#families = copied(this.#families, new Int32Array(capacity))
    for (const [name, column] of this.#numbers) {
      this.#numbers.set(name, copied(column, noNumbers(capacity)))
    }
    for (const column of [...this.#codes.values(), ...this.#few.values()]) {
      if (column) column.codes = copied(column.codes, new Uint16Array(capacity))
    }
  }

  #inOrder(): Rows {
    if (this.#rows) return this.#rows
    this.#rows = this.#familiesTogether()
    this.#places = new Int32Array(this.#size)
    for (const [place, row] of this.#rows.entries()) this.#places[row] = place
    return this.#rows
  }

  #familiesTogether(): Rows {
    const rows: number[] = []
    const families = new Map<number, number[]>()
    for (const row of this.#rowOf.values()) {
      const family = this.#families[row] as number
      const others = families.get(family)
      if (family === 0) rows.push(row)
      else if (others) others.push(row)
      else families.set(family, [row])
    }
    return Int32Array.from([...rows, ...[...families.values()].flat()])
  }
}

/** A category's products that meet a list's conditions. */
export interface Selection {
  table: Table
  byFamily: boolean
  hits: Rows
  /** The products that meet all conditions except the one on `of`; the values of `of` are counted among them. */
  but(of: string): Rows
}

/**
 * @param ids the products to select from; null for all.
 * @param byFamily whether each family is shown and counted once.
 */
export function select(
  table: Table,
  conditions: readonly Condition[],
  { ids = null, byFamily = false }: { ids?: readonly number[] | null; byFamily?: boolean } = {},
): Selection {
  const narrow = (rows: Rows, condition: Condition) => table.passing(condition, rows)
  /** The remaining rows, indexed by the number of conditions applied so far. */
  const left = [table.rows(ids)]
  for (const condition of conditions) left.push(narrow(left.at(-1) as Rows, condition))
  const hits = left.at(-1) as Rows
  return {
    table,
    byFamily,
    hits,
    but(of) {
      const own = conditions.findIndex((condition) => condition.of === of)
      return own === -1 ? hits : conditions.slice(own + 1).reduce(narrow, left[own] as Rows)
    },
  }
}

const NONE: Rows = new Int32Array()

/**
 * A reusable buffer: allocating an array the size of a category for each loop would take longer than the loop itself.
 */
let room: Rows = NONE

function roomFor({ length }: Rows): Rows {
  if (room.length < length) room = new Int32Array(2 * length)
  return room
}

// The two hot loops behind every list, over tens of thousands of rows each: no function calls and few branches.

function withCode(rows: Rows, codes: Uint16Array, isWanted: Uint8Array): Rows {
  const found = roomFor(rows)
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    found[count] = row
    count += isWanted[codes[row] as number] as number
  }
  return found.slice(0, count)
}

function withNumber(rows: Rows, numbers: Float64Array, { min, max }: Range): Rows {
  const found = roomFor(rows)
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    const number = numbers[row] as number
    found[count] = row
    // `&` instead of `&&`: a mispredicted branch costs more than a comparison.
    count += Number(number >= min) & Number(number <= max)
  }
  return found.slice(0, count)
}

function codeIn({ ids, codeOf }: CodeColumn, id: number | undefined): number {
  if (id === undefined) return 0
  const known = codeOf.get(id)
  if (known !== undefined) return known
  const code = ids.push(id) - 1
  codeOf.set(id, code)
  return code
}

function noCodes(capacity: number): CodeColumn {
  return { codes: new Uint16Array(capacity), ids: [0], codeOf: new Map() }
}

function noNumbers(capacity: number): Float64Array<ArrayBuffer> {
  return new Float64Array(capacity).fill(Number.NaN)
}

function copied<T extends Float64Array | Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
