/**
 * The hits of a search: listed unless there are too many, to be counted, filtered and sorted without
 * looking for the words again; or selected, to be scored.
 */
import { type RawBuilder, sql } from 'kysely'
import { all, opaqueToPlanner } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { firstHitsOf, hitsOf, inCategory } from '../listing/filters.ts'
import type { Counts } from './counts.ts'
import type { Scope } from './pages.ts'

export interface Hits {
  counts: Counts
  /** Their ids, by the category's name. */
  ids: ReadonlyMap<string, readonly number[]>
}

/** @param words finds the hits; see `SearchQuery`. @returns null when there are more than `most`. */
export async function listHits(
  db: Handle,
  words: string,
  conditions: readonly RawBuilder<unknown>[],
): Promise<Hits>
export async function listHits(
  db: Handle,
  words: string,
  conditions: readonly RawBuilder<unknown>[],
  most: number,
): Promise<Hits | null>
export async function listHits(
  db: Handle,
  words: string,
  conditions: readonly RawBuilder<unknown>[],
  most: number | null = null,
): Promise<Hits | null> {
  const { rows } = await sql<{ name: string; products: number; ids: number[]; isCut: boolean }>`
    with few as materialized (
      select s.product_id, s.category_id
      from ${most === null ? hitsOf(words) : firstHitsOf(words)} where ${all([...conditions])}
      limit ${opaqueToPlanner(sql`${most}::integer + 1`)}
    ), counted as (
      select coalesce(count(*) > ${opaqueToPlanner(sql`${most}::integer`)}, false) as is_cut from few
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

/** Hits for `findRanked`: at most `most` of a scope. */
export function hitsIn({ words, conditions, category }: Scope, most: number): RawBuilder<unknown> {
  return sql`
    select s.* from ${words === null ? hitsOf(null) : firstHitsOf(words)}
    where ${all([...conditions, ...inCategory(category)])} limit ${most}`
}
