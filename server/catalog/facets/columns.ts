/** The products of one category as columns, by which lists are filtered, counted and sorted in memory. */
import { FAMILY_PRODUCTS_MAX } from '#contract/limits.ts'
import type { Condition, Facet } from '../listing/conditions.ts'
import { type Bits, copied, countFamilies, countOf, keepOnly, setBit, wordsFor } from './bits.ts'
import { CodeColumn } from './code-column.ts'
import { FamilyPlaces } from './family-places.ts'
import { NumberColumn } from './number-column.ts'

/** What is known of a product. */
export interface Entry {
  id: number
  /** The id of its family; null for none. */
  family: number | null
  /** By name: values that are compared as numbers. */
  numbers: Readonly<Record<string, number>>
  /** By name: values that are ids. */
  codes: Readonly<Record<string, number>>
}

const FIRST_CAPACITY = 64
/** A shop numbers its products from 1 on; a list of the places of higher ids would be mostly empty. */
const LISTED_IDS = 2 ** 24

/** Minimum ratings that are counted, in stars. */
export const COUNTED_STARS = [4, 3, 2] as const

/** By column: where the ranges begin that every list counts. */
const OFTEN_ASKED: Readonly<Record<string, readonly number[]>> = {
  rating: COUNTED_STARS.map((stars) => stars * 100),
}

export class Columns {
  size = 0
  #ids = new Float64Array(FIRST_CAPACITY)
  /** Those that are in the category. */
  #present: Bits = new Int32Array(wordsFor(FIRST_CAPACITY))
  readonly #numbers = new Map<string, NumberColumn>()
  readonly #codes = new Map<string, CodeColumn>()
  readonly #families = new FamilyPlaces(FIRST_CAPACITY)
  /** By id: its place plus one, 0 for none; */
  #places = new Int32Array(FIRST_CAPACITY)
  /** and the places of higher ids. */
  readonly #placesOfHigh = new Map<number, number>()

  /** Adds a product, or replaces what is known of it. */
  put({ id, family, numbers, codes }: Entry): void {
    const at = this.#placeFor(id, family ?? 0)
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
    for (const [name, column] of this.#numbers) column.divide(this.size, OFTEN_ASKED[name])
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

  /**
   * The products that pass a condition; one without a value passes none.
   * @param among only these are of interest: others may or may not be in the answer.
   */
  passing(condition: Condition, among: Bits): Bits {
    const found =
      condition.kind === 'range'
        ? this.#numbers.get(condition.of)?.bitsOf(condition, among)
        : this.#codes.get(condition.of)?.bitsOf(condition.values, this.size)
    return found ?? new Int32Array(among.length)
  }

  /** Ends of families; see `countFamilies`. */
  get ends(): Bits {
    return this.#families.ends
  }

  /** Whether no product of its family among the hits is a better offer. */
  isBestOffer(at: number, hits: Bits): boolean {
    const first = (at >>> 5) << 5
    let others = this.#families.othersOf(at, hits)
    for (; others !== 0; others &= others - 1) {
      if (this.#isBetter(first + 31 - Math.clz32(others & -others), at)) return false
    }
    return true
  }

  /** What is sold out is no offer; then the lowest price counts, then the lowest id. */
  #isBetter(one: number, other: number): boolean {
    const [stock, price] = [this.#codes.get('stock'), this.#numbers.get('price')]
    const inStock = (stock?.idAt(one) ?? 0) - (stock?.idAt(other) ?? 0)
    if (inStock !== 0) return inStock > 0
    const cheaper = (price?.at(other) ?? 0) - (price?.at(one) ?? 0)
    return cheaper === 0 ? this.idAt(one) < this.idAt(other) : cheaper > 0
  }

  /** Undefined for a product that was never in the category. */
  placeOf(id: number): number | undefined {
    if (id >= LISTED_IDS) return this.#placesOfHigh.get(id)
    const place = this.#places[id]
    return place ? place - 1 : undefined
  }

  #placeFor(id: number, family: number): number {
    const known = this.placeOf(id)
    if (known !== undefined && this.#families.familyAt(known) === family) return known
    if (known !== undefined) setBit(this.#present, known, false)
    return family === 0 ? this.#append(id) : this.#appendTo(family, id)
  }

  /** Next to its family, which moves to the end where there is no room for one more. */
  #appendTo(family: number, id: number): number {
    if (!this.#families.endsAt(family, this.size)) {
      const places = this.#families.placesOf(family).filter((at) => this.#isPresent(at))
      if (places.length >= FAMILY_PRODUCTS_MAX) return this.#append(id)
      this.#families.leave(family)
      this.size = FamilyPlaces.roomFrom(this.size, places.length + 1)
      for (const from of places) {
        const to = this.#append(this.idAt(from))
        this.#families.join(family, to)
        for (const column of this.#numbers.values()) column.put(to, column.at(from))
        for (const column of this.#codes.values()) column.copy(from, to)
        setBit(this.#present, from, false)
        setBit(this.#present, to, true)
      }
    }
    const at = this.#append(id)
    this.#families.join(family, at)
    return at
  }

  #isPresent(at: number): boolean {
    return ((this.#present[at >>> 5] as number) & (1 << (at & 31))) !== 0
  }

  #append(id: number): number {
    const at = this.size
    if (at >= this.#ids.length) this.#grow(Math.ceil((at + 1) * 1.5))
    this.#ids[at] = id
    this.#note(id, at)
    this.size++
    return at
  }

  #note(id: number, at: number): void {
    if (id >= LISTED_IDS) {
      this.#placesOfHigh.set(id, at)
      return
    }
    if (id >= this.#places.length) {
      const capacity = Math.min(Math.ceil((id + 1) * 1.5), LISTED_IDS)
      this.#places = copied(this.#places, new Int32Array(capacity))
    }
    this.#places[id] = at + 1
  }

  #grow(capacity: number): void {
    this.#ids = copied(this.#ids, new Float64Array(capacity))
    this.#present = copied(this.#present, new Int32Array(wordsFor(capacity)))
    this.#families.grow(capacity)
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
  /** Ends of families where these are counted instead of products, else null. */
  ends: Bits | null
}

/** How many products, or families, of both sets a list shows; see `countOf`. */
export function countShown({ ends }: Pick<Selection, 'ends'>, bits: Bits, other = bits): number {
  return ends ? countFamilies(bits, other, ends, bits.length) : countOf(bits, other, bits.length)
}

/** @param places only these products; null for all. @param byFamily shows each family once. */
export function select(
  columns: Columns,
  conditions: readonly Condition[],
  {
    places = null,
    byFamily = false,
  }: { places?: readonly number[] | null; byFamily?: boolean } = {},
): Selection {
  const all = columns.all(places)
  const passing = conditions.map((condition) => columns.passing(condition, all))
  const leave = (some: readonly Bits[]): Bits => {
    const bits = all.slice()
    for (const one of some) keepOnly(bits, one, bits.length)
    return bits
  }
  const hits = leave(passing)
  return {
    columns,
    hits,
    ends: byFamily ? columns.ends : null,
    but(of) {
      const own = conditions.findIndex((condition) => condition.of === of)
      return own === -1 ? hits : leave(passing.filter((_, at) => at !== own))
    },
  }
}
