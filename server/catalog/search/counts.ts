/** The number of a search's hits in each category. The numbers are exact; those for single words are stored. */
import { sql } from 'kysely'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { type Filters, hitsOf } from '../listing/filters.ts'
import type { SearchQuery } from './query.ts'

export interface Counts {
  /** The number of hits, keyed by category name. */
  hits: Record<string, number>
  /** The number of non-deleted products, keyed by category name. */
  products: Record<string, number>
}

export interface CountedHits {
  name: string
  hits: number
  products: number
}

/** @param words null for a list without search terms. */
export async function countHits(
  db: Handle,
  words: Pick<SearchQuery, 'any' | 'only'> | null,
  filters: Pick<Filters, 'conditions'>,
): Promise<Counts> {
  const isWhole = filters.conditions.length === 0
  if (isWhole && words === null) return countProducts(db)
  if (isWhole && words?.only) return countWord(db, words.only)
  return countRows(db, words, filters)
}

export function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

async function countRows(
  db: Handle,
  words: Pick<SearchQuery, 'any'> | null,
  filters: Pick<Filters, 'conditions'>,
): Promise<Counts> {
  const { rows } = await sql<CountedHits>`
    select c.name, coalesce(found.hits, 0) as hits, coalesce(k.products, 0) as products
    from category c
    left join category_count k on k.category_id = c.id
    left join (
      select s.category_id, count(*) as hits from ${hitsOf(words?.any ?? null)}
      where ${all(filters.conditions)} group by s.category_id
    ) found on found.category_id = c.id
    order by c.position`.execute(db)
  return byName(rows)
}

async function countWord(db: Handle, word: string): Promise<Counts> {
  const { rows } = await sql<CountedHits>`
    select c.name, coalesce(w.products, 0) as hits, coalesce(k.products, 0) as products
    from category c
    left join category_count k on k.category_id = c.id
    left join search_word_category w on w.category_id = c.id and w.word = ${word}
    order by c.position`.execute(db)
  return byName(rows)
}

export function byName(rows: readonly CountedHits[]): Counts {
  return {
    hits: Object.fromEntries(rows.map(({ name, hits }) => [name, hits])),
    products: Object.fromEntries(rows.map(({ name, products }) => [name, products])),
  }
}

async function countProducts(db: Handle): Promise<Counts> {
  const { rows } = await sql<{ name: string; products: number }>`
    select c.name, coalesce(k.products, 0) as products
    from category c left join category_count k on k.category_id = c.id
    order by c.position`.execute(db)
  const products = Object.fromEntries(rows.map(({ name, products }) => [name, products]))
  return { hits: products, products }
}
