/** One id for each product, such as its brand or its colour, and the products of each id as bits. */
import { COUNT_MAX } from '#contract/limits.ts'
import { type Bits, copied, countFamilies, countOf, onesOf, setBit, wordsFor } from './bits.ts'

/** The bits of more ids would take more memory than they save time. */
const IDS_WITH_BITS = 64
/** About how much longer it takes to visit a product than to count a word of bits. */
const VISIT_COST = 1.3

export class CodeColumn {
  /** A small number for the id of each product: 0 where it has none. */
  #values: Uint16Array
  /** The number of an id, */
  readonly #codes = new Map<number, number>()
  /** and the id of a number. */
  readonly #ids = [0]
  /** By number: the products that have it. */
  #bits: Bits[] = []

  constructor(capacity: number) {
    this.#values = new Uint16Array(capacity)
  }

  grow(capacity: number): void {
    this.#values = copied(this.#values, new Uint16Array(capacity))
    this.#bits = this.#bits.map((bits) => copied(bits, new Int32Array(wordsFor(capacity))))
  }

  put(at: number, id: number | undefined): void {
    this.#putCode(at, id === undefined ? 0 : this.#codeOf(id))
  }

  /** What one place has, another gets, too. */
  copy(from: number, to: number): void {
    this.#putCode(to, this.#values[from] as number)
  }

  /** 0 where the product has none. */
  idAt(place: number): number {
    return this.#ids[this.#values[place] as number] as number
  }

  #putCode(at: number, code: number): void {
    const before = this.#bits[this.#values[at] as number]
    if (before) setBit(before, at, false)
    this.#values[at] = code
    const now = this.#bits[code]
    if (now) setBit(now, at, true)
  }

  /** The number of an id; a new one gets the next. */
  #codeOf(id: number): number {
    const known = this.#codes.get(id)
    if (known !== undefined) return known
    const code = this.#ids.push(id) - 1
    this.#codes.set(id, code)
    if (code <= IDS_WITH_BITS) this.#bits[code] = new Int32Array(wordsFor(this.#values.length))
    return code
  }

  /** The products that have one of the ids, among the first `size`. */
  bitsOf(ids: readonly number[], size: number): Bits {
    const words = wordsFor(size)
    const found = new Int32Array(words)
    const codes = ids.map((id) => this.#codes.get(id)).filter((code) => code !== undefined)
    const rest = new Uint8Array(this.#ids.length)
    let hasRest = false
    for (const code of codes) {
      const bits = this.#bits[code]
      if (bits) {
        for (let word = 0; word < words; word++) {
          found[word] = (found[word] as number) | (bits[word] as number)
        }
      } else {
        rest[code] = 1
        hasRest = true
      }
    }
    for (let at = 0; hasRest && at < size; at++) {
      if (rest[this.#values[at] as number] === 1) setBit(found, at, true)
    }
    return found
  }

  /**
   * Adds to `counts` how many of the products have each id.
   * @param ends of families, which are counted instead of products.
   */
  count(bits: Bits, counts: Map<number, number>, ends: Bits | null = null): void {
    const words = bits.length
    const codes = this.#ids.length - 1
    const visited = onesOf(bits, words)
    // A count by bits stops at the limit, sooner the more products have its id; visits do not.
    const share = Math.min(1, (COUNT_MAX * codes) / visited)
    const isQuicker = codes * words * share < visited * VISIT_COST
    const hasAll = this.#ids.length <= IDS_WITH_BITS + 1
    const found = new Uint32Array(this.#ids.length)
    if (hasAll && isQuicker) {
      for (let code = 1; code < found.length; code++) {
        const own = this.#bits[code] as Bits
        found[code] = ends ? countFamilies(bits, own, ends, words) : countOf(bits, own, words)
      }
    } else if (ends) this.#countFamiliesOneByOne(bits, ends, found)
    else this.#countOneByOne(bits, found)
    for (let code = 1; code < found.length; code++) {
      const [id = 0, count = 0] = [this.#ids[code], found[code]]
      if (count > 0) counts.set(id, (counts.get(id) ?? 0) + count)
    }
  }

  /** As `eachOf`, without a call for each product: lists have hundreds of thousands. */
  #countOneByOne(bits: Bits, found: Uint32Array): void {
    const values = this.#values
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word] as number; left !== 0; left &= left - 1) {
        const code = values[(word << 5) + (31 - Math.clz32(left & -left))] as number
        found[code] = (found[code] as number) + 1
      }
    }
  }
  #countFamiliesOneByOne(bits: Bits, ends: Bits, found: Uint32Array): void {
    const values = this.#values
    /** The family of the last product with each code, by its first place. */
    const last = new Int32Array(found.length).fill(-1)
    for (let word = 0; word < bits.length; word++) {
      const end = ends[word] as number
      for (let left = bits[word] as number; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left)
        const before = end & ((1 << bit) - 1)
        const family = (word << 5) + (before === 0 ? 0 : 32 - Math.clz32(before))
        const code = values[(word << 5) + bit] as number
        if (last[code] === family) continue
        last[code] = family
        found[code] = (found[code] as number) + 1
      }
    }
  }
}
