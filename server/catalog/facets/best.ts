/** Picks the first products in an order. */
import type { Rows, Table } from './table.ts'

export interface Placed {
  id: number
  /** The number to sort by. */
  key: number
}

export interface Order {
  /** The column to sort by. */
  by: string
  isDescending: boolean
}

/**
 * Merges the first of the rows into `best`, which is sorted and no longer than `limit`.
 * @param after the position to start after; the id breaks ties in the direction of the order.
 */
export function pickBest(
  best: Placed[],
  table: Table,
  rows: Rows,
  { by, isDescending }: Order,
  { after, limit }: { after: Placed | null; limit: number },
): void {
  const keys = table.numbers(by)
  if (!keys || limit === 0) return
  const sign = isDescending ? -1 : 1
  const comesAfter = (key: number, id: number, other: Placed) =>
    key === other.key ? sign * (id - other.id) > 0 : sign * (key - other.key) > 0
  for (const row of rows) {
    const key = keys[row] as number
    const last = best.length < limit ? undefined : best[limit - 1]
    // Most products are skipped here.
    if (last && sign * (key - last.key) > 0) continue
    const id = table.idAt(row)
    if (last && comesAfter(key, id, last)) continue
    if (after && !comesAfter(key, id, after)) continue
    let to = best.length
    while (to > 0 && !comesAfter(key, id, best[to - 1] as Placed)) to--
    best.splice(to, 0, { id, key })
    if (best.length > limit) best.pop()
  }
}
