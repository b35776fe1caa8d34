/**
 * One number for each product, such as its price. The products below each of some dividers are kept as
 * bits: a range is then a whole part, read from bits, and two edges, whose products are compared one by one.
 */
import {
  type Bits,
  copied,
  eachBack,
  eachOf,
  haveCommon,
  onesOf,
  setBit,
  wordsFor,
} from './bits.ts'

/** With twice as many, edges are half as long, and the bits take twice the memory. */
const DIVIDERS_MAX = 63
/** Fewer products are compared sooner than divided. */
const DIVIDED_FROM = 4096
const SAMPLE = 8192

export interface Range {
  min: number
  max: number
}

const NO_RANGE: Range = { min: Infinity, max: Number.NEGATIVE_INFINITY }
const ANY: Range = { min: Number.NEGATIVE_INFINITY, max: Infinity }

export class NumberColumn {
  /** NaN where a product has none. */
  #values: Float64Array
  /** The products that have a number. */
  #known: Bits
  /** Rising, */
  #dividers: number[] = []
  /** and for each the products below it. */
  #below: Bits[] = []
  /** No number of a part is outside of its bounds; those of products that left may be. */
  #bounds: Range[] = []
  /** How many products there were when they were divided. */
  #dividedAt = 0

  constructor(capacity: number) {
    this.#values = new Float64Array(capacity).fill(Number.NaN)
    this.#known = new Int32Array(wordsFor(capacity))
  }

  grow(capacity: number): void {
    const filled = this.#values.length
    this.#values = copied(this.#values, new Float64Array(capacity)).fill(Number.NaN, filled)
    this.#known = copied(this.#known, new Int32Array(wordsFor(capacity)))
    this.#below = this.#below.map((bits) => copied(bits, new Int32Array(wordsFor(capacity))))
  }

  put(at: number, value: number = Number.NaN): void {
    this.#values[at] = value
    setBit(this.#known, at, !Number.isNaN(value))
    for (let part = 0; part < this.#below.length; part++) {
      setBit(this.#below[part] as Bits, at, value < (this.#dividers[part] as number))
    }
    const bounds = this.#bounds[this.#partOf(value)]
    if (bounds && value < bounds.min) bounds.min = value
    if (bounds && value > bounds.max) bounds.max = value
  }

  at(place: number): number {
    return this.#values[place] as number
  }

  /**
   * Divides the products into parts of about the same size, if there are many more than before.
   * @param always also divides here, for ranges that are often asked for.
   */
  divide(size: number, always: readonly number[] = []): void {
    if (size < DIVIDED_FROM || size < 2 * this.#dividedAt) return
    this.#dividedAt = size
    const step = Math.max(1, Math.floor(size / SAMPLE))
    const sample: number[] = []
    for (let at = 0; at < size; at += step) {
      const value = this.at(at)
      if (!Number.isNaN(value)) sample.push(value)
    }
    sample.sort((one, other) => one - other)
    const chosen = Array.from(
      { length: DIVIDERS_MAX },
      (_, n) => sample[Math.floor(((n + 1) * sample.length) / (DIVIDERS_MAX + 1))] ?? 0,
    )
    const dividers = new Set(sample.length > 0 ? [...chosen, ...always] : [])
    this.#dividers = [...dividers].sort((one, other) => one - other)
    this.#below = this.#dividers.map(() => new Int32Array(this.#known.length))
    this.#bounds = Array.from({ length: this.#dividers.length + 1 }, () => ({ ...NO_RANGE }))
    for (let at = 0; at < size; at++) this.put(at, this.at(at))
  }

  /** The products whose number is in the range; `among` has all that are of interest. */
  bitsOf({ min, max }: Range, among: Bits): Bits {
    const found = new Int32Array(among.length)
    const [first, last] = [this.#partOf(min), this.#partOf(max)]
    // A part is read from bits alone where the range has all of it.
    const isFirstWhole = min <= (this.#dividers[first - 1] ?? Number.NEGATIVE_INFINITY)
    const isLastWhole = last === this.#dividers.length && max === Infinity
    const whole = { from: isFirstWhole ? first : first + 1, to: isLastWhole ? last : last - 1 }
    if (whole.from <= whole.to) this.#addParts(found, whole)
    const edges = new Set([...(isFirstWhole ? [] : [first]), ...(isLastWhole ? [] : [last])])
    for (const part of edges) this.#addInRange(found, part, { min, max }, among)
    return found
  }

  /** Adds the products of some parts. */
  #addParts(found: Bits, { from, to }: { from: number; to: number }): void {
    const upto = this.#below[to] ?? this.#known
    const below = this.#below[from - 1]
    for (let word = 0; word < found.length; word++) {
      const own = below ? (upto[word] as number) & ~(below[word] as number) : (upto[word] as number)
      found[word] = (found[word] as number) | own
    }
  }

  /** Adds those of a part that are in the range. Without a call for each: a part has thousands. */
  #addInRange(found: Bits, part: number, { min, max }: Range, among: Bits): void {
    const own = this.#bitsOfPart(part, found.length)
    const values = this.#values
    for (let word = 0; word < found.length; word++) {
      let passing = found[word] as number
      let left = (own[word] as number) & (among[word] as number)
      for (; left !== 0; left &= left - 1) {
        const bit = left & -left
        const value = values[(word << 5) + (31 - Math.clz32(bit))] as number
        if (value >= min && value <= max) passing |= bit
      }
      found[word] = passing
    }
  }

  /** The smallest range with `range` and the numbers of these products. */
  widen(bits: Bits, { min, max }: Range): Range {
    if (areFew(bits)) return this.#rangeOf(bits, bits, { min, max })
    const { first, last } = this.#partsOf(bits)
    const lowest = this.#rangeIn(first, bits, { min, max })
    return first === last ? lowest : this.#rangeIn(last, bits, lowest)
  }

  /** The same for the products of one part. */
  #rangeIn(part: number, bits: Bits, range: Range): Range {
    return this.#rangeOf(this.#bitsOfPart(part, bits.length), bits, range, this.#bounds[part])
  }

  /** The same for the products in both sets, none of which is beyond the bounds. */
  #rangeOf(own: Bits, bits: Bits, { min, max }: Range, bounds: Range = ANY): Range {
    const values = this.#values
    let [least, most] = [min, max]
    for (let word = 0; word < bits.length && !(least <= bounds.min && most >= bounds.max); word++) {
      for (
        let left = (own[word] as number) & (bits[word] as number);
        left !== 0;
        left &= left - 1
      ) {
        const value = values[(word << 5) + (31 - Math.clz32(left & -left))] as number
        if (value < least) least = value
        if (value > most) most = value
      }
    }
    return { min: least, max: most }
  }

  /**
   * Calls `visit` with the products, few ones in any order. Many come one part after the other, from the
   * lowest or the highest numbers on, until it is done; within a part in the direction of the order, too,
   * since later products often have higher numbers.
   * @param from only parts from this number on.
   * @param isDone asked before each part with the number that all of it is beyond, or at.
   */
  eachInOrder(
    bits: Bits,
    { isDescending, from }: { isDescending: boolean; from: number | null },
    visit: (at: number) => void,
    isDone: (bound: number) => boolean,
  ): void {
    if (areFew(bits)) {
      eachOf(bits, this.#known, bits.length, visit)
      return
    }
    const last = this.#dividers.length
    const start = from === null ? (isDescending ? last : 0) : this.#partOf(from)
    const step = isDescending ? -1 : 1
    const boundOf = (part: number) =>
      isDescending
        ? (this.#dividers[part] ?? Infinity)
        : (this.#dividers[part - 1] ?? Number.NEGATIVE_INFINITY)
    for (let part = start; part >= 0 && part <= last && !isDone(boundOf(part)); part += step) {
      const each = isDescending ? eachBack : eachOf
      each(this.#bitsOfPart(part, bits.length), bits, bits.length, visit)
    }
  }

  /** Part 0 is below the first divider. */
  #partOf(value: number): number {
    let part = 0
    while (part < this.#dividers.length && value >= (this.#dividers[part] as number)) part++
    return part
  }

  #bitsOfPart(part: number, words: number): Bits {
    const upto = this.#below[part] ?? this.#known
    const below = this.#below[part - 1]
    if (!below) return upto
    const found = new Int32Array(words)
    for (let word = 0; word < words; word++) {
      found[word] = (upto[word] as number) & ~(below[word] as number)
    }
    return found
  }

  /** The parts with the lowest and with the highest of these products. */
  #partsOf(bits: Bits): { first: number; last: number } {
    const { length } = this.#dividers
    let first = 0
    while (first < length && !haveCommon(bits, this.#below[first] as Bits, bits.length)) first++
    let last = length
    while (last > first && !haveCommon(bits, this.#bitsOfPart(last, bits.length), bits.length)) {
      last--
    }
    return { first, last }
  }
}

/** Fewer products than words of bits are visited sooner than parts are intersected. */
function areFew(bits: Bits): boolean {
  return onesOf(bits, bits.length) < bits.length
}
