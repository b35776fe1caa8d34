/**
 * How many products each category has for a search. Counts are exact. A single word's count is
 * stored and needs no counting. A count that took long is cached for a while, since few searches
 * are that broad and many people make them.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { all } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { LAG_MAX_MS } from '../../platform/http/response-cache/response-cache.ts'
import type { CatalogChange, CatalogChanges } from '../catalog-changes.ts'
import { type Filters, hitsOf } from '../listing/filters.ts'
import type { SearchQuery } from './query.ts'

export interface Counts {
  /** The hits, by the category's name. */
  hits: Record<string, number>
  /** All products that are not deleted, by the category's name. */
  products: Record<string, number>
}

interface Row {
  /** The category's name. */
  name: string
  hits: number
  products: number
}

/** Below this many hits, counting them is faster than looking the counts up. */
export const REMEMBERED_FROM = 1000
const KEPT_MS = 30_000
const REMEMBERED_MAX = 500

interface Remembered {
  counts: Promise<Counts>
  at: number
  dependsOn: Filters['dependsOn']
  /** When the first order arrived that may have changed it. */
  lagsSince: number | null
}

type Words = Pick<SearchQuery, 'any' | 'only'>
type CountHits = (words: Words | null, filters: Filters, isCurrent?: boolean) => Promise<Counts>

/** @returns a counter of hits, with its own cache that follows the changes. */
export function createHitCounts(db: Handle, changes: Pick<CatalogChanges, 'on' | 'reliable'>) {
  const known = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX })

  changes.on((change) => {
    // A copy: those that changed are removed meanwhile.
    for (const [key, entry] of [...known]) follow(change, key, entry)
  })

  function follow({ what }: CatalogChange, key: string, entry: Remembered): void {
    const { stock, ratings } = entry.dependsOn
    if (what === 'stock') entry.lagsSince ??= stock ? performance.now() : null
    else if (what !== 'storefront' && (what !== 'ratings' || ratings)) known.delete(key)
  }

  function start(key: string, words: Words | null, filters: Filters): Promise<Counts> {
    const counts = count(db, words, filters)
    const at = performance.now()
    const entry: Remembered = { counts, at, dependsOn: filters.dependsOn, lagsSince: null }
    known.set(key, entry)
    const forget = () => void (known.get(key) === entry && known.delete(key))
    counts.then(({ hits }) => sumOf(hits) < REMEMBERED_FROM && forget(), forget)
    return counts
  }

  function mayAnswer({ at, lagsSince }: Remembered, isCurrent: boolean): boolean {
    const now = performance.now()
    const lags = lagsSince !== null && (isCurrent || now - lagsSince >= LAG_MAX_MS)
    return !lags && now - at < KEPT_MS && changes.reliable()
  }

  function countHits(words: Words | null, filters: Filters, isCurrent = false): Promise<Counts> {
    const isWhole = filters.conditions.length === 0
    if (isWhole && words === null) return countProducts(db)
    if (isWhole && words?.only) return countWord(db, words.only)
    const key = keyOf(words, filters)
    const entry = known.get(key)
    return entry && mayAnswer(entry, isCurrent) ? entry.counts : start(key, words, filters)
  }

  return {
    /** @param words null for a list without words. */
    countHits: countHits as CountHits,
    /** Whether the search was so broad that its count is cached. */
    isBroad: (words: Words, filters: Filters) => known.has(keyOf(words, filters)),
  }
}

function keyOf(words: Words | null, filters: Filters): string {
  return `${words?.any ?? null} ${filters.key}`
}

export function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

async function count(db: Handle, words: Words | null, filters: Filters): Promise<Counts> {
  const { rows } = await sql<Row>`
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
  const { rows } = await sql<Row>`
    select c.name, coalesce(w.products, 0) as hits, coalesce(k.products, 0) as products
    from category c
    left join category_count k on k.category_id = c.id
    left join search_word_category w on w.category_id = c.id and w.word = ${word}
    order by c.position`.execute(db)
  return byName(rows)
}

function byName(rows: readonly Row[]): Counts {
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
