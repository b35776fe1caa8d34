/** The first products of an order, picked from any number in one pass. */
import type { Columns } from './columns.ts'

export interface Placed {
  id: number
  /** The number that the order goes by. */
  key: number
}

export interface Order {
  /** The name of a column. */
  by: string
  isDescending: boolean
}

/**
 * Merges the first of the places into `best`, which is sorted and no longer than `limit`.
 * @param after only what comes after it; the id breaks ties in the direction of the order.
 */
export function pickBest(
  best: Placed[],
  columns: Columns,
  places: Uint32Array,
  { by, isDescending }: Order,
  { after, limit }: { after: Placed | null; limit: number },
): void {
  const values = columns.numbers.get(by)
  if (!values || limit === 0) return
  const { ids } = columns
  const sign = isDescending ? -1 : 1
  const comesAfter = (key: number, id: number, other: Placed) =>
    key === other.key ? sign * (id - other.id) > 0 : sign * (key - other.key) > 0
  for (let i = 0; i < places.length; i++) {
    const at = places[i] as number
    const key = values[at] as number
    const last = best.length < limit ? null : (best[limit - 1] as Placed)
    // Most products end here.
    if (last !== null && sign * (key - last.key) > 0) continue
    const id = ids[at] as number
    if (last !== null && comesAfter(key, id, last)) continue
    if (after !== null && !comesAfter(key, id, after)) continue
    let to = best.length
    while (to > 0 && !comesAfter(key, id, best[to - 1] as Placed)) to--
    best.splice(to, 0, { id, key })
    if (best.length > limit) best.pop()
  }
}
