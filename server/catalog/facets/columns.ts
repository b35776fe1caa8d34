/** The products of one category as columns, by which lists are filtered, counted and sorted in memory. */
import type { Condition, Facet } from '../search/conditions.ts'
import { type Bits, copied, keepOnly, setBit, wordsFor } from './bits.ts'
import { CodeColumn } from './code-column.ts'
import { NumberColumn } from './number-column.ts'

/** What is known of a product. */
export interface Entry {
  id: number
  /** By name: values that are compared as numbers. */
  numbers: Readonly<Record<string, number>>
  /** By name: values that are ids. */
  codes: Readonly<Record<string, number>>
}

const FIRST_CAPACITY = 64

export class Columns {
  size = 0
  #ids = new Float64Array(FIRST_CAPACITY)
  /** Those that are in the category. */
  #present: Bits = new Int32Array(wordsFor(FIRST_CAPACITY))
  readonly #numbers = new Map<string, NumberColumn>()
  readonly #codes = new Map<string, CodeColumn>()
  /** The first places have rising ids, */
  #sorted = 0
  /** and these have the others. */
  readonly #strays = new Map<number, number>()

  /** Adds a product, or replaces what is known of it. */
  put({ id, numbers, codes }: Entry): void {
    const at = this.placeOf(id) ?? this.#append(id)
    setBit(this.#present, at, true)
    for (const name of Object.keys(numbers)) {
      if (!this.#numbers.has(name)) this.#numbers.set(name, new NumberColumn(this.#ids.length))
    }
    for (const name of Object.keys(codes)) {
      if (!this.#codes.has(name)) this.#codes.set(name, new CodeColumn(this.#ids.length))
    }
    for (const [name, column] of this.#numbers) column.put(at, numbers[name])
    for (const [name, column] of this.#codes) column.put(at, codes[name])
  }

  remove(id: number): void {
    const at = this.placeOf(id)
    if (at !== undefined) setBit(this.#present, at, false)
  }

  /** Call after many products were added: ranges and orders are found sooner then. */
  divide(): void {
    for (const column of this.#numbers.values()) column.divide(this.size)
  }

  numbers(of: string): NumberColumn | undefined {
    return this.#numbers.get(of)
  }

  codes(of: string): CodeColumn | undefined {
    return this.#codes.get(of)
  }

  idAt(place: number): number {
    return this.#ids[place] as number
  }

  /** All products, or these only. */
  all(places: readonly number[] | null): Bits {
    const bits = this.#present.slice(0, wordsFor(this.size))
    if (places === null) return bits
    const some = new Int32Array(bits.length)
    for (const at of places) setBit(some, at, true)
    keepOnly(bits, some, bits.length)
    return bits
  }

  /** The products that pass a condition; one without a value passes none. */
  passing(condition: Condition): Bits {
    const { size } = this
    const found =
      condition.kind === 'range'
        ? this.#numbers.get(condition.of)?.bitsOf(condition, size)
        : this.#codes.get(condition.of)?.bitsOf(condition.values, size)
    return found ?? new Int32Array(wordsFor(size))
  }

  /** Undefined for a product that was never in the category. */
  placeOf(id: number): number | undefined {
    let [from, to] = [0, this.#sorted - 1]
    while (from <= to) {
      const middle = (from + to) >> 1
      const found = this.idAt(middle)
      if (found === id) return middle
      if (found < id) from = middle + 1
      else to = middle - 1
    }
    return this.#strays.get(id)
  }

  #append(id: number): number {
    const at = this.size
    if (at === this.#ids.length) this.#grow(Math.ceil(at * 1.5))
    this.#ids[at] = id
    const isNext = at === this.#sorted && (at === 0 || id > this.idAt(at - 1))
    if (isNext) this.#sorted++
    else this.#strays.set(id, at)
    this.size++
    return at
  }

  #grow(capacity: number): void {
    this.#ids = copied(this.#ids, new Float64Array(capacity))
    this.#present = copied(this.#present, new Int32Array(wordsFor(capacity)))
    for (const column of this.#numbers.values()) column.grow(capacity)
    for (const column of this.#codes.values()) column.grow(capacity)
  }
}

/** What a list's conditions leave of a category. */
export interface Selection {
  columns: Columns
  hits: Bits
  /** What a condition's own counts are of: the products that pass all others. */
  but(of: Facet): Bits
}

/** @param places only these products; null for all. */
export function select(
  columns: Columns,
  conditions: readonly Condition[],
  places: readonly number[] | null = null,
): Selection {
  const all = columns.all(places)
  const passing = conditions.map((condition) => columns.passing(condition))
  const leave = (some: readonly Bits[]): Bits => {
    const bits = all.slice()
    for (const one of some) keepOnly(bits, one, bits.length)
    return bits
  }
  const hits = leave(passing)
  return {
    columns,
    hits,
    but(of) {
      const own = conditions.findIndex((condition) => condition.of === of)
      return own === -1 ? hits : leave(passing.filter((_, at) => at !== own))
    },
  }
}
