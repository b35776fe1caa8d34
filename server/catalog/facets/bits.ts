/** Sets of places as bits, 32 in a word: what a filter passes is joined and counted word by word. */

import { COUNT_MAX } from '#contract/limits.ts'

export type Bits = Int32Array

export function wordsFor(size: number): number {
  return Math.ceil(size / 32)
}

export function setBit(bits: Bits, at: number, on: boolean): void {
  const word = at >>> 5
  const mask = 1 << (at & 31)
  bits[word] = on ? (bits[word] as number) | mask : (bits[word] as number) & ~mask
}

/** Calls `visit` with every place that is in both sets, in rising order. */
export function eachOf(bits: Bits, other: Bits, words: number, visit: (at: number) => void): void {
  for (let word = 0; word < words; word++) {
    let left = (bits[word] as number) & (other[word] as number)
    while (left !== 0) {
      visit((word << 5) + (31 - Math.clz32(left & -left)))
      left &= left - 1
    }
  }
}

/** The same in falling order. */
export function eachBack(
  bits: Bits,
  other: Bits,
  words: number,
  visit: (at: number) => void,
): void {
  for (let word = words - 1; word >= 0; word--) {
    let left = (bits[word] as number) & (other[word] as number)
    while (left !== 0) {
      const bit = 31 - Math.clz32(left)
      visit((word << 5) + bit)
      left &= ~(1 << bit)
    }
  }
}

/** Counts are compared with their limit once for this many words. */
const WORDS_AT_ONCE = 64

/**
 * How many places are in both sets: the true number up to `COUNT_MAX`, beyond it at least one more,
 * since lists show no larger count.
 */
export function countOf(bits: Bits, other: Bits, words: number): number {
  let count = 0
  for (let word = 0; word < words && count <= COUNT_MAX; ) {
    for (const until = Math.min(word + WORDS_AT_ONCE, words); word < until; word++) {
      count += onesIn((bits[word] as number) & (other[word] as number))
    }
  }
  return count
}

/** How many places there are, without a limit. */
export function onesOf(bits: Bits, words: number): number {
  let count = 0
  for (let word = 0; word < words; word++) count += onesIn(bits[word] as number)
  return count
}

/**
 * How many families have a place in both sets, as `countOf` counts.
 * @param ends the last place of each family, none of which goes on in the next word.
 */
export function countFamilies(bits: Bits, other: Bits, ends: Bits, words: number): number {
  let count = 0
  for (let word = 0; word < words && count <= COUNT_MAX; word++) {
    const both = (bits[word] as number) & (other[word] as number)
    const end = ends[word] as number
    const inner = ~end
    // The sum carries into the last place of every family that has an earlier one.
    count += onesIn((((both & inner) + inner) | both) & end)
  }
  return count
}

export function haveCommon(bits: Bits, other: Bits, words: number): boolean {
  for (let word = 0; word < words; word++) {
    if (((bits[word] as number) & (other[word] as number)) !== 0) return true
  }
  return false
}

/** Removes what is not in the other set. */
export function keepOnly(bits: Bits, other: Bits, words: number): void {
  for (let word = 0; word < words; word++) {
    bits[word] = (bits[word] as number) & (other[word] as number)
  }
}

/** Hacker's Delight, 5-1: sums of neighbouring bits, then of pairs, and so on. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Into a longer array. */
export function copied<T extends Float64Array | Uint16Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
