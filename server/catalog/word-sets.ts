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

/**
 * Collects words thing by thing. In flat arrays: lists of numbers, one per word, would take five
 * times the memory while they grow.
 */
export function collectWordSets() {
  const ids = new Map<string, number>()
  /** Of all things, one after the other, the ids of their words. */
  let flat = new Uint32Array(2 ** 16)
  let used = 0
  /** Where in `flat` each thing ends. */
  const ends: number[] = []
  return {
    /** Adds the next thing. */
    add(words: readonly string[]): void {
      if (used + words.length > flat.length) flat = grown(flat, used + words.length)
      for (const word of words) {
        const id = ids.get(word) ?? ids.size
        if (id === ids.size) ids.set(word, id)
        flat[used++] = id
      }
      ends.push(used)
    },

    done(): WordSets {
      const { starts, places } = placesByWord(flat.subarray(0, used), ends, ids.size)
      const length = Math.ceil(ends.length / 32)
      // What is returned would keep it alive.
      flat = new Uint32Array(0)
      const setOf = (word: string): PlaceSet => {
        const id = ids.get(word)
        return toSet(id === undefined ? [] : places.subarray(starts[id], starts[id + 1]), length)
      }
      return { match: (query) => evaluate(query, setOf) }
    },
  }
}

function grown(flat: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(flat.length * 2, least))
  larger.set(flat)
  return larger
}

/** The places of word `id` are `places` from `starts[id]` to `starts[id + 1]`. */
function placesByWord(flat: Uint32Array, ends: readonly number[], words: number) {
  const starts = new Uint32Array(words + 1)
  for (const id of flat) starts[id + 1] = (starts[id + 1] ?? 0) + 1
  for (let id = 0; id < words; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0)
  const places = new Uint16Array(flat.length)
  const next = starts.slice()
  let at = 0
  ends.forEach((end, place) => {
    for (; at < end; at++) {
      const id = flat[at] ?? 0
      places[next[id] ?? 0] = place
      next[id] = (next[id] ?? 0) + 1
    }
  })
  return { starts, places }
}

function toSet(places: Iterable<number>, length: number): PlaceSet {
  const bits = new Uint32Array(length)
  for (const place of places) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
  return bits
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
