/**
 * One number for each product, such as its price. The products below each of some dividers are kept as
 * bits: a range is then a whole part, read from bits, and two edges, whose products are compared one by one.
 */
import { type Bits, copied, eachBack, eachOf, haveCommon, setBit, wordsFor } from './bits.ts'

/** With twice as many, edges are half as long, and the bits take twice the memory. */
const DIVIDERS_MAX = 31
/** Fewer products are compared sooner than divided. */
const DIVIDED_FROM = 4096
const SAMPLE = 8192

export interface Range {
  min: number
  max: number
}

export class NumberColumn {
  /** NaN where a product has none. */
  #values: Float64Array
  /** The products that have a number. */
  #known: Bits
  /** Rising, */
  #dividers: number[] = []
  /** and for each the products below it. */
  #below: Bits[] = []
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
  }

  at(place: number): number {
    return this.#values[place] as number
  }

  /** Divides the products into parts of about the same size, if there are many more than before. */
  divide(size: number): void {
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
    this.#dividers = [...new Set(sample.length > 0 ? chosen : [])]
    this.#below = this.#dividers.map(() => new Int32Array(this.#known.length))
    for (let at = 0; at < size; at++) this.put(at, this.at(at))
  }

  /** The products whose number is in the range, among the first `size`. */
  bitsOf({ min, max }: Range, size: number): Bits {
    const words = wordsFor(size)
    const found = new Int32Array(words)
    const first = this.#partOf(min)
    const last = this.#partOf(max)
    const [from, to] = [this.#below[first] ?? this.#known, this.#below[last - 1]]
    // The parts between those of both ends.
    if (to && first < last) {
      for (let word = 0; word < words; word++) {
        found[word] = (to[word] as number) & ~(from[word] as number)
      }
    }
    for (const part of new Set([first, last])) {
      eachOf(this.#bitsOfPart(part, words), this.#known, words, (at) => {
        const value = this.at(at)
        if (value >= min && value <= max) setBit(found, at, true)
      })
    }
    return found
  }

  /** The smallest range with `range` and the numbers of these products. */
  widen(bits: Bits, { min, max }: Range): Range {
    const parts = this.#partsOf(bits)
    let [least, most] = [min, max]
    for (const part of new Set([parts.first, parts.last])) {
      eachOf(this.#bitsOfPart(part, bits.length), bits, bits.length, (at) => {
        const value = this.at(at)
        if (value < least) least = value
        if (value > most) most = value
      })
    }
    return { min: least, max: most }
  }

  /**
   * Calls `visit` with the products of one part after the other, from the lowest or the highest numbers
   * on, until it is done; within a part in the direction of the order, too, since later products often
   * have higher numbers.
   * @param from only parts from this number on.
   * @param isDone asked before each part with the number that all of it is beyond, or at.
   */
  eachInOrder(
    bits: Bits,
    { isDescending, from }: { isDescending: boolean; from: number | null },
    visit: (at: number) => void,
    isDone: (bound: number) => boolean,
  ): void {
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
