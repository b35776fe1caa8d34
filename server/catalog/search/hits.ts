/**
 * Lists the hits of a search, unless there are too many: they are then counted, filtered and sorted
 * without looking for the words again.
 */

import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { firstHitsOf, opaqueToPlanner } from '../listing/filters.ts'
import type { Counts } from './counts.ts'

export interface Hits {
  counts: Counts
  /** Their ids, by the category's name. */
  ids: ReadonlyMap<string, readonly number[]>
}

/** Null when there are more than `most`. @param words finds the hits; see `SearchQuery`. */
export async function listHits(
  db: Handle,
  words: string,
  conditions: readonly RawBuilder<unknown>[],
  most: number,
): Promise<Hits | null> {
  const { rows } = await sql<{ name: string; products: number; ids: number[]; isCut: boolean }>`
    with few as materialized (
      select s.product_id, s.category_id from ${firstHitsOf(words)} where ${all([...conditions])}
      limit ${opaqueToPlanner(sql`${most + 1}::integer`)}
    ), counted as (
      select count(*) > ${opaqueToPlanner(sql`${most}::integer`)} as is_cut from few
    )
    select c.name, coalesce(k.products, 0) as products, counted.is_cut as "isCut",
      coalesce(found.ids, '[]') as ids
    from category c cross join counted
    left join category_count k on k.category_id = c.id
    left join (
      select category_id, json_agg(product_id) as ids from few, counted where not is_cut
      group by category_id
    ) found on found.category_id = c.id
    order by c.position`.execute(db)
  if (rows[0]?.isCut) return null
  return {
    counts: {
      hits: Object.fromEntries(rows.map(({ name, ids }) => [name, ids.length])),
      products: Object.fromEntries(rows.map(({ name, products }) => [name, products])),
    },
    ids: new Map(rows.map(({ name, ids }) => [name, ids])),
  }
}
