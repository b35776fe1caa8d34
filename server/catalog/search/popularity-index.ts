/**
 * An in-memory index of the words in the most popular products. Suggestions are chosen from it, since the database
 * would have to read every hit of a word. The database provides the data of the chosen products, and the suggestions
 * themselves if the index has too few hits.
 */
import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'
import type { CatalogChange, CatalogChanges } from '../catalog-changes.ts'
import { createWordSets, has, placesOf, type WordSets } from './word-sets.ts'

/**
 * The maximum number of products to index. All are in memory and read at every startup; more would help few searches.
 */
const INDEX_SIZE = 5000
/** The number of products to read at a time, so that no request waits for the whole index. */
const PORTION = 500
/** How often the index is reread: popularity rises slowly, by one each time sales double. */
const RENEWED_EVERY_MS = 300_000
/** How long after a change the index is reread; until then, suggestions come from the database alone. */
const RENEWED_AFTER_CHANGE_MS = 2_000

export interface IndexedProduct {
  id: number
  /** The popularity rank, from 0. */
  place: number
  popularity: number
  nameWords: number
  category: string
}

export interface IndexQuery {
  /** A tsquery as written by `readTokens`. */
  words: string
  /** The category's name; null for all. */
  category: string | null
}

interface Index {
  products: IndexedProduct[]
  words: WordSets
  ids: Set<number>
}

export type PopularityIndex = ReturnType<typeof createPopularityIndex>

export function createPopularityIndex(
  db: Handle,
  changes: Pick<CatalogChanges, 'on' | 'reliable'>,
) {
  let index: Index | null = null
  let timer: NodeJS.Timeout | undefined
  let failed: ((error: unknown) => void) | null = null
  /** Incremented by every change that affects the index, to discard a read that began before the change. */
  let changesHeard = 0

  changes.on((change) => {
    if (!failed || !concerns(change)) return
    changesHeard += 1
    index = null
    renewIn(RENEWED_AFTER_CHANGE_MS)
  })

  function concerns(change: CatalogChange): boolean {
    if (change.what === 'everything' || change.what === 'restored') return true
    if (change.what !== 'products') return false
    // Changes outside the index can be ignored: most products are too unpopular for it, and new ones have no sales.
    return !index || isAmongLeast(index) || change.ids.some((id) => index?.ids.has(id))
  }

  function renewIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), ms).unref()
  }

  async function renew(): Promise<void> {
    if (!changes.reliable()) return renewIn(RENEWED_AFTER_CHANGE_MS)
    const heard = changesHeard
    try {
      const read = await readIndex(db)
      if (!failed || heard !== changesHeard) return
      index = read
    } catch (error) {
      failed?.(error)
    }
    if (failed) renewIn(RENEWED_EVERY_MS)
  }

  return {
    /** Reads the index immediately, then every RENEWED_EVERY_MS. Resolves after the first attempt. */
    async start(onFailure: (error: unknown) => void): Promise<void> {
      failed = onFailure
      await renew()
    },

    stop(): void {
      failed = null
      index = null
      clearTimeout(timer)
    },

    /** Whether the index contains all of the shop's products. */
    hasAll: (): boolean => index !== null && index.products.length < INDEX_SIZE,

    /** At most `most` matches, the most popular first; among equally popular ones, the newest first. */
    find({ words, category }: IndexQuery, most: number): IndexedProduct[] {
      if (!index) return []
      const { products } = index
      const found: IndexedProduct[] = []
      for (const place of placesOf(index.words.match(words))) {
        const product = products[place]
        if (!product) break
        if (category !== null && product.category !== category) continue
        found.push(product)
        if (found.length === most) break
      }
      return found
    },

    /** @returns a function that returns, for each of the tests, whether a product from `find` passes it. */
    matcherFor(tests: readonly string[]): (product: IndexedProduct) => boolean[] {
      const sets = tests.map((test) => index?.words.match(test))
      return ({ place }) => sets.map((set) => set !== undefined && has(set, place))
    },
  }
}

/** Whether a new product belongs in the index: the index has room, or includes products that nobody has bought. */
function isAmongLeast({ products }: Index): boolean {
  return products.length < INDEX_SIZE || products.at(-1)?.popularity === 0
}

interface Row extends Omit<IndexedProduct, 'place'> {
  words: string
}

async function readIndex(db: Handle): Promise<Index> {
  const products: IndexedProduct[] = []
  const words = createWordSets()
  while (products.length < INDEX_SIZE) {
    const rows = await readPortion(db, products.at(-1) ?? null)
    for (const { words: text, ...product } of rows) {
      products.push({ ...product, place: products.length })
      words.add(text.split(' '))
    }
    if (rows.length < PORTION) break
  }
  return { products, words, ids: new Set(products.map(({ id }) => id)) }
}

async function readPortion(db: Handle, last: IndexedProduct | null): Promise<Row[]> {
  const after = last
    ? sql`(s.popularity, s.product_id) < (${last.popularity}::smallint, ${last.id}::bigint)`
    : sql`true`
  const { rows } = await sql<Row>`
    select s.product_id as id, s.popularity, s.name_words as "nameWords", c.name as category,
      array_to_string(tsvector_to_array(s.words), ' ') as words
    from (
      select * from product_search s where ${after}
      order by s.popularity desc, s.product_id desc limit ${PORTION}
    ) s join category c on c.id = s.category_id
    order by s.popularity desc, s.product_id desc`.execute(db)
  return rows
}
