/** The first products of an order, picked from any number of them. */
import type { Selection } from './columns.ts'

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
 * Merges the first of the selected products into `best`, which is sorted and no longer than `limit`.
 * Of families, if these are shown, only their best offer is.
 * @param after only what comes after it; the id breaks ties in the direction of the order.
 */
export function pickBest(
  best: Placed[],
  { columns, hits, ends }: Selection,
  { by, isDescending }: Order,
  { after, limit }: { after: Placed | null; limit: number },
): void {
  const column = columns.numbers(by)
  if (!column || limit === 0) return
  const sign = isDescending ? -1 : 1
  const comesAfter = (key: number, id: number, other: Placed) =>
    key === other.key ? sign * (id - other.id) > 0 : sign * (key - other.key) > 0
  column.eachInOrder(
    hits,
    { isDescending, from: after?.key ?? null },
    (at) => {
      const key = column.at(at)
      const last = best.length < limit ? undefined : best[limit - 1]
      // Most products end here.
      if (last && sign * (key - last.key) > 0) return
      const id = columns.idAt(at)
      if (last && comesAfter(key, id, last)) return
      if (after && !comesAfter(key, id, after)) return
      if (ends && !columns.isBestOffer(at, hits)) return
      let to = best.length
      while (to > 0 && !comesAfter(key, id, best[to - 1] as Placed)) to--
      best.splice(to, 0, { id, key })
      if (best.length > limit) best.pop()
    },
    (bound) => {
      const last = best.length < limit ? undefined : best[limit - 1]
      return last !== undefined && sign * (bound - last.key) > 0
    },
  )
}
