/**
 * Which products are of one family. They stand side by side within one word of bits, so that families
 * are counted word by word, as products are.
 */
import { FAMILY_PRODUCTS_MAX } from '#contract/limits.ts'
import { type Bits, copied, setBit, wordsFor } from './bits.ts'

interface Block {
  start: number
  length: number
}

const ALL = -1

export class FamilyPlaces {
  /** The last place of each family; a product without one is the last of its own. */
  #ends: Bits
  /** By place: the id of the family, or 0. */
  #families: Int32Array
  readonly #blocks = new Map<number, Block>()

  constructor(capacity: number) {
    this.#ends = new Int32Array(wordsFor(capacity)).fill(ALL)
    this.#families = new Int32Array(capacity)
  }

  grow(capacity: number): void {
    const words = this.#ends.length
    this.#ends = copied(this.#ends, new Int32Array(wordsFor(capacity))).fill(ALL, words)
    this.#families = copied(this.#families, new Int32Array(capacity))
  }

  get ends(): Bits {
    return this.#ends
  }

  familyAt(place: number): number {
    return this.#families[place] as number
  }

  /** The places of a family. */
  placesOf(family: number): number[] {
    const { start, length } = this.#blocks.get(family) ?? { start: 0, length: 0 }
    return Array.from({ length }, (_, n) => start + n)
  }

  /** Whether the next place, which is `size`, continues the family. */
  endsAt(family: number, size: number): boolean {
    const block = this.#blocks.get(family)
    return block === undefined || (block.start + block.length === size && (size & 31) !== 0)
  }

  /** The first place from `size` on from which `length` products fit into one word. */
  static roomFrom(size: number, length: number): number {
    return (size & 31) + length > FAMILY_PRODUCTS_MAX ? wordsFor(size) << 5 : size
  }

  /** Adds the place, which is next to those of the family, if it has any. */
  join(family: number, place: number): void {
    const block = this.#blocks.get(family)
    if (block) {
      setBit(this.#ends, place - 1, false)
      block.length++
    } else this.#blocks.set(family, { start: place, length: 1 })
    this.#families[place] = family
  }

  /** Forgets the places of a family: none of them is of it any more. */
  leave(family: number): void {
    for (const place of this.placesOf(family)) {
      setBit(this.#ends, place, true)
      this.#families[place] = 0
    }
    this.#blocks.delete(family)
  }

  /** The products of the same family among `bits`, as bits of the place's word, without itself. */
  othersOf(place: number, bits: Bits): number {
    const word = place >>> 5
    const bit = place & 31
    const ends = this.#ends[word] as number
    const before = ends & ((1 << bit) - 1)
    const first = before === 0 ? 0 : 32 - Math.clz32(before)
    const rest = ends >>> bit
    const last = bit + (31 - Math.clz32(rest & -rest))
    // A shift by 32 is one by 0: up to the last bit in two steps.
    const upTo = ((1 << last) - 1) | (1 << last)
    return (bits[word] as number) & upTo & ~((1 << first) - 1) & ~(1 << bit)
  }
}
