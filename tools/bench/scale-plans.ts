/** Writes the plans of the main statements, as the server runs them, on one page. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { createCatalogChanges } from '../../server/catalog/catalog-changes.ts'
import { NO_FILTERS } from '../../server/catalog/listing/filters.ts'
import { createHitCounts } from '../../server/catalog/search/counts.ts'
import { findIndexed, findSorted, type Scope } from '../../server/catalog/search/pages.ts'
import { createPopularityIndex } from '../../server/catalog/search/popularity-index.ts'
import { readTokens, type SearchQuery } from '../../server/catalog/search/query.ts'
import { findSmallResult } from '../../server/catalog/search/small-result.ts'
import { suggest } from '../../server/catalog/search/suggest.ts'
import { lookUp } from '../../server/catalog/search/words.ts'
import type { Database, Handle } from '../../server/platform/db/database.ts'
import { generatedProduct } from './products/generated-catalog.ts'

const CUT = { after: null, limit: 25 }
const ALL: Scope = { words: null, conditions: [], category: null, share: 1 }
/** An empty popularity index: a word that few products have is not in it. */
const NO_INDEX = { find: () => [], hasAll: () => false, matcherFor: () => () => [] }
const LINES_MAX = 60
/** A kind of product, so that many products have the word. */
const ONE_WORD = 'Smartwatch'

/** Writes docs/search-plans.md for a generated catalogue of this size. */
export async function writePlans(db: Database, products: number): Promise<void> {
  const { name } = generatedProduct(1, 0)
  const narrow = name.split(' ').slice(0, 2).join(' ')
  const broad = 'Wireless Earbuds'
  const parts: string[] = [
    '# Plans of the main statements',
    '',
    `With ${products.toLocaleString('en')} generated products; written by \`node tools/bench/scale.ts --plans\`.`,
    'Each statement is explained with the values that the server gives it; long lines are cut.',
    '',
  ]
  const plan = async (title: string, run: (db: Handle) => Promise<unknown>) => {
    parts.push(`## ${title}`, '', '```', ...(await planOf(db.run, run)), '```', '')
  }
  await plan(`Looking up "${narrow}"`, (on) => lookUp(on, narrow, false))
  for (const search of [broad, ONE_WORD]) {
    await plan(`Counting "${search}"`, async (on) =>
      createHitCounts(on, createCatalogChanges()).countHits(await queryOf(db, search), NO_FILTERS),
    )
  }
  await plan(`Few hits, found, counted and ranked: "${narrow}"`, async (on) =>
    findSmallResult(on, ALL, await queryOf(db, narrow), { most: 300, limit: CUT.limit }),
  )
  const words = (await queryOf(db, broad)).any
  const index = createPopularityIndex(db.run, createCatalogChanges())
  await index.start(console.error)
  await plan(`Many hits, from the popularity index: "${broad}"`, (on) =>
    findIndexed(on, index, { ...ALL, words }, CUT),
  )
  index.stop()
  await plan(`Many hits, by walking: "${broad}"`, (on) =>
    findSorted(on, { ...ALL, words, share: 0.02 }, 'popular', CUT),
  )
  await plan(`Many hits by price, gathered: "${broad}"`, (on) =>
    findSorted(on, { ...ALL, words, share: 0.01 }, 'price', CUT),
  )
  await plan('A page of a category, newest first', (on) =>
    findSorted(on, { ...ALL, category: 'Phones' }, 'newest', CUT),
  )
  await plan(`Suggestions for "${narrow.slice(0, -1)}"`, (on) =>
    suggest(on, NO_INDEX, narrow.slice(0, -1), null),
  )
  await writeFile(join(import.meta.dirname, '../../docs/search-plans.md'), parts.join('\n'))
}

async function queryOf(db: Database, search: string): Promise<SearchQuery> {
  const query = readTokens(await lookUp(db.run, search, false), { typing: false, wide: false })
  if (!query) throw new Error(`nothing is found by ${search}`)
  return query
}

/** Runs the work, and explains the last statement that it ran. */
async function planOf(db: Handle, run: (db: Handle) => Promise<unknown>): Promise<string[]> {
  let last: CompiledQuery | null = null
  const executor = db.getExecutor()
  await run(
    db.withPlugin({
      transformQuery({ node }) {
        last = executor.compileQuery(node, { queryId: 'plan' } as never)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  if (!last) throw new Error('no statement ran')
  const { sql: text, parameters } = last as CompiledQuery
  const { rows } = await db.executeQuery<Record<'QUERY PLAN', string>>(
    CompiledQuery.raw(`explain (analyze, timing off, costs off, summary on) ${text}`, [
      ...parameters,
    ]),
  )
  const lines = rows.map((row) => row['QUERY PLAN'].slice(0, 140))
  // The last two lines are the times.
  return lines.length <= LINES_MAX
    ? lines
    : [...lines.slice(0, LINES_MAX - 3), '...', ...lines.slice(-2)]
}
