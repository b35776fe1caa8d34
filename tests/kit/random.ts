/** Repeatable randomness: the same seed gives the same numbers on every machine. */

export interface Random {
  /** At least 0 and less than 1. */
  next(): number
  /** At least `from` and less than `to`. */
  between(from: number, to: number): number
  /** A whole number, both limits included. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  /** @throws RangeError if the list is empty */
  pick<T>(list: readonly T[]): T
  /** A random index in proportion to the weights; -1 if no weight is above 0. */
  weighted(weights: readonly number[]): number
}

/** Mulberry32, which has only 32 bits of state: for made-up data, never for secrets. */
export function createRandom(seed: number): Random {
  let state = seed | 0

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    between: (from, to) => from + next() * (to - from),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick(list) {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new RangeError('the list to pick from is empty')
      return item
    },
    weighted(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      return weights.findIndex((weight) => {
        left -= weight
        return weight > 0 && left < 0
      })
    },
  }
}
