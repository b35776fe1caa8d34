/**
 * Most searches have few hits. For these one statement finds, counts and scores the hits and reads
 * the first page; it gives up as soon as it has seen more.
 */
import { sql } from 'kysely'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { firstHitsOf, inCategory, opaqueToPlanner } from '../listing/filters.ts'
import { type Counts, sumOf } from './counts.ts'
import { type PageRow, productsOf, type Scope, scored } from './pages.ts'
import type { SearchQuery } from './query.ts'

export interface FewHits {
  counts: Counts
  /** The best of them, in the scope's category. */
  best: PageRow[]
}

/** The columns of a product are null in the only row of a page without products. */
type CountedRow = { [Column in keyof PageRow]: PageRow[Column] | null } & {
  counts: Array<{ name: string; hits: number; products: number }>
}

/** Null when there are more than `most`. */
export async function findSmallResult(
  db: Handle,
  { conditions, category }: Pick<Scope, 'conditions' | 'category'>,
  { any, tests }: SearchQuery,
  { most, limit }: { most: number; limit: number },
): Promise<FewHits | null> {
  const hits = sql`
    select s.product_id as id, s.popularity, s.name_words, s.words from few s
    where (select count(*) from few) <= ${opaqueToPlanner(sql`${most}::integer`)} and ${all(inCategory(category))}`
  const { rows } = await sql<CountedRow>`
    with few as materialized (
      select s.product_id, s.category_id, s.popularity, s.name_words, s.words
      from ${firstHitsOf(any)} where ${all(conditions)} limit ${opaqueToPlanner(sql`${most + 1}::integer`)}
    ), counted as (
      select json_agg(json_build_object('name', c.name, 'hits', coalesce(found.hits, 0),
        'products', coalesce(k.products, 0)) order by c.position) as counts
      from category c left join category_count k on k.category_id = c.id
      left join (select category_id, count(*) as hits from few group by category_id) found
        on found.category_id = c.id
    )
    select counted.counts, best.* from counted left join (${productsOf(sql`
      select hit.id, hit.key from (${scored(hits, tests)}) hit
      order by hit.key desc, hit.id desc limit ${opaqueToPlanner(sql`${limit}::integer`)}`)}) best on true
    order by best.cursor_key desc, best.id desc`.execute(db)
  const counts = rows[0]?.counts ?? []
  const hitsOf = Object.fromEntries(counts.map(({ name, hits }) => [name, hits]))
  if (sumOf(hitsOf) > most) return null
  return {
    counts: {
      hits: hitsOf,
      products: Object.fromEntries(counts.map(({ name, products }) => [name, products])),
    },
    best: rows.filter((row): row is CountedRow & PageRow => row.id !== null),
  }
}
