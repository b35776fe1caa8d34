import type { Rows, Table } from './table.ts'

export interface Placed {
  id: number
  /** The product's value in the sort column. */
  key: number
}

export interface Order {
  by: string
  isDescending: boolean
}

/**
 * Merges rows into `best`, which stays sorted and never exceeds `limit` products.
 * @param after the previous page's last product, if any; only products after it are merged. Ids break ties, in the
 * direction of the sort.
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
    // Skips most products without looking up their ids.
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
