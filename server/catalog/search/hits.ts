/**
 * Finds a search's hits, in one of three forms: ids, which can be counted, filtered and sorted without searching again;
 * a page of the best hits; or a query that selects hits to be scored.
 */
import { type RawBuilder, sql } from 'kysely'
import { all, opaqueToPlanner } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { firstHitsOf, hitsOf, inCategory } from '../listing/filters.ts'
import { byName, type CountedHits, type Counts } from './counts.ts'
import { RANKED_MAX, totalOf } from './list-query.ts'
import { type PageRow, type PageWindow, rankedPage, type Scope } from './pages.ts'
import type { SearchQuery } from './query.ts'

export interface Hits {
  counts: Counts
  /** Ids of the hits, keyed by category name. */
  ids: ReadonlyMap<string, readonly number[]>
}

/** @param words a tsquery that finds the hits; see `SearchQuery`. */
export async function listHits(
  db: Handle,
  words: string,
  conditions: readonly RawBuilder<unknown>[],
): Promise<Hits> {
  const { rows } = await sql<{ name: string; products: number; ids: number[] }>`
    select c.name, coalesce(k.products, 0) as products, coalesce(found.ids, '[]') as ids
    from category c left join category_count k on k.category_id = c.id
    left join (
      select s.category_id, json_agg(s.product_id) as ids from ${hitsOf(words)}
      where ${all([...conditions])} group by s.category_id
    ) found on found.category_id = c.id
    order by c.position`.execute(db)
  return {
    counts: byName(rows.map((row) => ({ ...row, hits: row.ids.length }))),
    ids: new Map(rows.map(({ name, ids }) => [name, ids])),
  }
}

/** If a page has no products, its only row has null in every product column. */
type CountedRow = { [Column in keyof PageRow]: PageRow[Column] | null } & { counts: CountedHits[] }

/** Counts all hits and, if the list shows at most RANKED_MAX of them, finds a page by score. */
export async function rankHits(
  db: Handle,
  { category, conditions }: Pick<Scope, 'category' | 'conditions'>,
  { any, tests }: SearchQuery,
  window: PageWindow,
): Promise<{ counts: Counts; page: PageRow[] | undefined }> {
  const areFew = sql`(select count(*) from shown) <= ${opaqueToPlanner(sql`${RANKED_MAX}::integer`)}`
  const { rows } = await sql<CountedRow>`
    with hit as materialized (
      select s.product_id, s.category_id, s.popularity, s.name_words, s.words
      from ${hitsOf(any)} where ${all(conditions)}
    ), shown as (select * from hit s where ${all(inCategory(category))}), counted as (
      select json_agg(json_build_object('name', c.name, 'hits', coalesce(found.hits, 0),
        'products', coalesce(k.products, 0)) order by c.position) as counts
      from category c left join category_count k on k.category_id = c.id
      left join (select category_id, count(*) as hits from hit group by category_id) found
        on found.category_id = c.id
    )
    select counted.counts, page.*
    from counted left join (
      ${rankedPage(sql`select * from shown where ${areFew}`, tests, window)}
    ) page on true
    order by page.cursor_key desc, page.id desc`.execute(db)
  const counts = byName(rows[0]?.counts ?? [])
  const page = rows.filter((row): row is CountedRow & PageRow => row.id !== null)
  return { counts, page: totalOf(counts.hits, category) > RANKED_MAX ? undefined : page }
}

/** Query for at most `most` hits in a scope, for `findRanked`. */
export function hitsIn({ words, conditions, category }: Scope, most: number): RawBuilder<unknown> {
  return sql`
    select s.* from ${words === null ? hitsOf(null) : firstHitsOf(words)}
    where ${all([...conditions, ...inCategory(category)])} limit ${most}`
}
