/**
 * Which of at most 65,536 items have which words, in memory. Items are identified by their place,
 * from 0; a query is a tsquery of words, `&`, `|`, `!` and parentheses.
 */

/** Places as bits. */
export type PlaceSet = Uint32Array

export interface WordSets {
  /** The matching places. The caller may change the set. */
  match(query: string): PlaceSet
}

/**
 * Collects words item by item. In flat arrays: lists of numbers, one per word, would take five
 * times the memory while they grow.
 */
export function collectWordSets() {
  const ids = new Map<string, number>()
  /** The word ids of all items, one after another. */
  let flat = new Uint32Array(2 ** 16)
  let used = 0
  /** Where in `flat` each item ends. */
  const ends: number[] = []
  return {
    /** Adds the next item. */
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
      // The returned object would keep it alive.
      flat = new Uint32Array(0)
      const add = (word: string, set: PlaceSet): void => {
        const id = ids.get(word)
        if (id === undefined) return
        const end = starts[id + 1] ?? 0
        for (let at = starts[id] ?? 0; at < end; at++) {
          const place = places[at] ?? 0
          set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31))
        }
      }
      const spare: PlaceSet[] = []
      const scratch: Scratch = {
        acquire: () => spare.pop()?.fill(0) ?? new Uint32Array(length),
        release: (set) => void spare.push(set),
      }
      return {
        match(query) {
          const set = new Uint32Array(length)
          evaluate(query, set, add, scratch)
          return set
        },
      }
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

/** Reusable sets: new ones with every key press would fill the memory faster than all else. */
interface Scratch {
  /** An empty set. */
  acquire(): PlaceSet
  release(set: PlaceSet): void
}

/**
 * Adds the query's matches to the empty set. `!` binds before `&`, and that before `|`.
 * @param add adds the places of a word to a set.
 */
function evaluate(
  query: string,
  result: PlaceSet,
  add: (word: string, set: PlaceSet) => void,
  { acquire, release }: Scratch,
): void {
  const tokens = query.match(/'[^']*'|[&|!()]/g) ?? []
  let at = 0

  function either(set: PlaceSet): void {
    both(set)
    while (tokens[at] === '|') {
      at += 1
      // Most alternatives are single words, and need no set of their own.
      if (isWord(tokens[at]) && tokens[at + 1] !== '&') one(set)
      else combine(set, both, (left, right) => left | right)
    }
  }

  function both(set: PlaceSet): void {
    one(set)
    while (tokens[at] === '&') {
      at += 1
      combine(set, one, (left, right) => left & right)
    }
  }

  function combine(
    set: PlaceSet,
    read: (set: PlaceSet) => void,
    by: (left: number, right: number) => number,
  ): void {
    const other = acquire()
    read(other)
    for (let i = 0; i < set.length; i++) set[i] = by(set[i] ?? 0, other[i] ?? 0)
    release(other)
  }

  /** To an empty set, unless it is a word. */
  function one(set: PlaceSet): void {
    const token = tokens[at++]
    if (token === '!') {
      one(set)
      for (let i = 0; i < set.length; i++) set[i] = ~(set[i] ?? 0)
      return
    }
    if (token === '(') {
      either(set)
      if (tokens[at++] === ')') return
    } else if (token !== undefined && isWord(token)) {
      add(token.slice(1, -1), set)
      return
    }
    throw new Error(`not a query of words: ${query}`)
  }

  either(result)
  if (at !== tokens.length) throw new Error(`not a query of words: ${query}`)
}

function isWord(token: string | undefined): boolean {
  return token?.startsWith("'") ?? false
}
