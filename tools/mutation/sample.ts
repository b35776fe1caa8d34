/** Draws a few mutants for every run of the tests: the same for the same commit. */
import { createHash } from 'node:crypto'

/** @returns one of the items, by the seed. */
export function drawOne<Item>(seed: string, items: readonly Item[]): Item {
  const item = items[rank(seed, '') % items.length]
  if (item === undefined) throw new Error('there is nothing to draw from')
  return item
}

/** @returns that many of the ids, or all of them, by the seed. */
export function draw(seed: string, ids: readonly string[], count: number): Set<string> {
  const ranked = ids.map((id) => ({ id, rank: rank(seed, id) }))
  ranked.sort((one, other) => one.rank - other.rank)
  return new Set(ranked.slice(0, count).map(({ id }) => id))
}

function rank(seed: string, id: string): number {
  return createHash('sha256').update(`${seed}\n${id}`).digest().readUIntBE(0, 6)
}
