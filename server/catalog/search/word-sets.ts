/**
 * An in-memory index of the words in a few thousand items. Items are identified by their position, from 0; a query is a
 * tsquery of words, `&`, `|`, `!` and parentheses.
 */

/** A set of positions, one bit each. */
export type PlaceSet = Uint32Array

export type WordSets = ReturnType<typeof createWordSets>

export function createWordSets() {
  const placesByWord = new Map<string, number[]>()
  let items = 0

  function placesWith(word: string): PlaceSet {
    const set = new Uint32Array(Math.ceil(items / 32))
    for (const place of placesByWord.get(word) ?? []) {
      set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31))
    }
    return set
  }

  return {
    add(words: readonly string[]): void {
      for (const word of words) {
        const places = placesByWord.get(word)
        if (places) places.push(items)
        else placesByWord.set(word, [items])
      }
      items += 1
    },

    match: (query: string): PlaceSet => evaluate(query, placesWith),
  }
}

export function has(set: PlaceSet, place: number): boolean {
  return ((set[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0
}

export function* placesOf(set: PlaceSet): Generator<number> {
  for (const [at, word] of set.entries()) {
    let bits = word
    while (bits !== 0) {
      const lowest = bits & -bits
      yield at * 32 + 31 - Math.clz32(lowest)
      bits ^= lowest
    }
  }
}

/** Evaluates a query, in which `!` binds tighter than `&`, and `&` tighter than `|`. */
function evaluate(query: string, placesWith: (word: string) => PlaceSet): PlaceSet {
  const tokens = query.match(/'[^']*'|[&|!()]/g) ?? []
  let at = 0

  function either(): PlaceSet {
    let set = both()
    while (tokens[at] === '|') {
      at += 1
      const other = both()
      set = set.map((bits, word) => bits | (other[word] ?? 0))
    }
    return set
  }

  function both(): PlaceSet {
    let set = one()
    while (tokens[at] === '&') {
      at += 1
      const other = one()
      set = set.map((bits, word) => bits & (other[word] ?? 0))
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
      return placesWith(token.slice(1, -1))
    }
    throw new Error(`not a valid word query: ${query}`)
  }

  const set = either()
  if (at !== tokens.length) throw new Error(`not a valid word query: ${query}`)
  return set
}
