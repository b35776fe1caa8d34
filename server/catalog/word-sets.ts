/**
 * Which of at most 65,536 things have which words, in memory. Things are known by their place,
 * from 0; a question is a tsquery of words, `&`, `|`, `!` and parentheses.
 */

/** Places as bits. */
export type PlaceSet = Uint32Array

export interface WordSets {
  /** The places that match. The set is the caller's to change. */
  match(query: string): PlaceSet
}

/** Collects words place by place. */
export function collectWordSets() {
  const collected = new Map<string, number[]>()
  let size = 0
  return {
    /** Adds the next thing. */
    add(words: readonly string[]): void {
      for (const word of words) {
        const places = collected.get(word)
        if (places) places.push(size)
        else collected.set(word, [size])
      }
      size += 1
    },

    done(): WordSets {
      const length = Math.ceil(size / 32)
      const sets = new Map<string, PlaceSet | Uint16Array>()
      for (const [word, places] of collected) sets.set(word, compact(places, length))
      collected.clear()
      return { match: (query) => evaluate(query, (word) => toSet(sets.get(word), length)) }
    },
  }
}

/** Bits for what many have, places of 16 bits for what few have, whichever is smaller. */
function compact(places: readonly number[], length: number): PlaceSet | Uint16Array {
  return places.length > length * 2 ? bitsOf(places, length) : Uint16Array.from(places)
}

function bitsOf(places: Iterable<number>, length: number): PlaceSet {
  const bits = new Uint32Array(length)
  for (const place of places) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
  return bits
}

function toSet(known: PlaceSet | Uint16Array | undefined, length: number): PlaceSet {
  if (known instanceof Uint32Array) return known.slice()
  return bitsOf(known ?? [], length)
}

export function has(set: PlaceSet, place: number): boolean {
  return ((set[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0
}

/** The places of a set that are at least `from`, in their order. */
export function* placesOf(set: PlaceSet, from: number): Generator<number> {
  for (let at = from >>> 5; at < set.length; at++) {
    let bits = set[at] ?? 0
    if (at === from >>> 5) bits &= -1 << (from & 31)
    while (bits !== 0) {
      const lowest = bits & -bits
      yield at * 32 + 31 - Math.clz32(lowest)
      bits ^= lowest
    }
  }
}

/** `!` binds before `&`, and that before `|`. */
function evaluate(query: string, setOf: (word: string) => PlaceSet): PlaceSet {
  const tokens = query.match(/'[^']*'|[&|!()]/g) ?? []
  let at = 0

  function either(): PlaceSet {
    const set = both()
    while (tokens[at] === '|') {
      at += 1
      const other = both()
      for (let i = 0; i < set.length; i++) set[i] = (set[i] ?? 0) | (other[i] ?? 0)
    }
    return set
  }

  function both(): PlaceSet {
    const set = one()
    while (tokens[at] === '&') {
      at += 1
      const other = one()
      for (let i = 0; i < set.length; i++) set[i] = (set[i] ?? 0) & (other[i] ?? 0)
    }
    return set
  }

  function one(): PlaceSet {
    const token = tokens[at++]
    if (token === '!') return one().map((bits) => ~bits)
    if (token === '(') {
      const set = either()
      if (tokens[at++] === ')') return set
    } else if (token?.startsWith("'")) {
      return setOf(token.slice(1, -1))
    }
    throw new Error(`not a query of words: ${query}`)
  }

  const set = either()
  if (at !== tokens.length) throw new Error(`not a query of words: ${query}`)
  return set
}
