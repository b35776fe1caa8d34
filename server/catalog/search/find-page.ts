import { COUNT_MAX } from '#contract/limits.ts'
import type { ProductPage, ProductsQuery } from '#contract/product-lists.ts'
import type { Handle } from '../../platform/db/database.ts'
import { cutPage, writeCursor } from '../../platform/http/cursor.ts'
import { toProduct } from '../catalog.store.ts'
import { categoryOf, type Filters, hitsListed, withoutWorseOffers } from '../listing/filters.ts'
import type { Found } from './find-hits.ts'
import { hitsIn } from './hits.ts'
import { productsOf } from './list-from-columns.ts'
import { limitOf, RANKED_MAX, totalOf, windowOf } from './list-query.ts'
import {
  findRanked,
  findSorted,
  type PageRow,
  type PageWindow,
  type Scope,
  type SortedBy,
} from './pages.ts'
import type { SearchQuery } from './query.ts'

export async function findPage(
  db: Handle,
  query: ProductsQuery,
  filters: Filters,
  { words, counts, page: ranked, ids, answer }: Found,
): Promise<Pick<ProductPage, 'products' | 'nextCursor'>> {
  const category = categoryOf(query.category)
  const total = totalOf(counts.hits, category)
  const { order: first, ...window } = windowOf(query)
  if (total === 0) return { products: [], nextCursor: null }
  if (answer?.placed) return productsOf(db, query, answer.placed)
  const isTiered = first === 'ranked' && !window.after && total > RANKED_MAX
  const order = isTiered ? 'tiered' : first
  const scope: Scope = {
    words: words?.any ?? null,
    conditions: withoutWorseOffers(filters, words?.any ?? null).conditions,
    category,
    ids: total > COUNT_MAX ? undefined : ids,
    share: total / totalOf(counts.products, category),
  }
  const scored = 2 * RANKED_MAX
  const hits = ids ? hitsListed(ids.slice(0, scored)) : hitsIn(scope, scored)
  const rows =
    ranked ??
    (await (order === 'ranked' && words
      ? findRanked(db, hits, words.tests, window)
      : order === 'tiered' && words
        ? findTiered(db, scope, words, window)
        : findSorted(db, scope, order as SortedBy, window)))
  const { page, nextCursor } = cutPage(rows, limitOf(query), ({ cursor_key, id }) =>
    writeCursor(order, [cursor_key, id]),
  )
  return { products: page.map(toProduct), nextCursor }
}

/** Added to the first tier's keys, so that cursors tell the tiers apart; higher than any popularity. */
const TIER = 100

/** Products with every word in the name, then all other hits, each tier sorted by popularity. */
async function findTiered(
  db: Handle,
  scope: Scope,
  { any, named }: SearchQuery,
  { after, limit }: PageWindow,
): Promise<PageRow[]> {
  const find = (words: string, window: PageWindow) =>
    findSorted(db, { ...scope, words }, 'popular', window)
  const isSecond = after !== null && after.key < TIER
  const first = isSecond
    ? []
    : await find(named, { after: after && { key: after.key - TIER, id: after.id }, limit })
  const top = first.map((row) => ({ ...row, cursor_key: row.cursor_key + TIER }))
  if (top.length === limit) return top
  const rest = await find(`${any} & !(${named})`, {
    after: isSecond ? after : null,
    limit: limit - top.length,
  })
  return [...top, ...rest]
}
