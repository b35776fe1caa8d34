/**
 * Reads a page of a listing by keyset, so that page 1,000 costs the same as page 1. There are two ways to find the same
 * rows: walking an index in sort order until the page is full is fast when many products match; collecting and sorting
 * all hits is fast when few do.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/locale.ts'
import { all, opaqueToPlanner } from '../../platform/db/conditions.ts'
import type { Handle } from '../../platform/db/database.ts'
import { fromMicros, toMicros } from '../../platform/http/cursor.ts'
import { PRODUCT_COLUMNS, type ProductRow } from '../catalog.store.ts'
import { SHOWN_RATING } from '../listing/conditions.ts'
import { hasWords, hitsListed, hitsOf, inCategory, listed } from '../listing/filters.ts'
import type { IndexedProduct } from './popularity-index.ts'
import type { Test } from './query.ts'

export type PageRow = ProductRow & { cursor_key: number }

export interface Scope {
  words: string | null
  conditions: RawBuilder<unknown>[]
  /** Ids of the products that match the words and the conditions, if known. */
  ids?: readonly number[] | undefined
  category: string | null
  /** The share of the category's products, or of all products, that is in the list. */
  share: number
}

/** The end of a page: its last product's sort key and id. */
export interface Cursor {
  key: number
  id: number
}

export interface PageWindow {
  after: Cursor | null
  limit: number
}

interface Order {
  by: RawBuilder<unknown>
  descending: boolean
  /** `by` as an integer that a cursor can carry; `fromKey` converts it back. */
  toKey: RawBuilder<unknown>
  fromKey(key: number): RawBuilder<unknown>
}

/**
 * Sort orders by columns of `s`, a table that `along` reads or, for `popular`, `product_search`. The id breaks ties.
 */
const ORDERS = {
  newest: {
    by: sql`s.created_at`,
    descending: true,
    // Microseconds: a JavaScript Date would truncate them, and pages would repeat rows.
    toKey: toMicros(sql`s.created_at`),
    fromKey: fromMicros,
  },
  price: byNumber(sql`s.price_cents`, false),
  '-price': byNumber(sql`s.price_cents`, true),
  rating: byNumber(sql`s.rating_x100`, true),
  sold: byNumber(sql`s.sold`, true),
  popular: byNumber(sql`s.popularity`, true),
} satisfies Record<Exclude<Sort, 'relevance'> | 'popular', Order>

export type SortedBy = keyof typeof ORDERS
/** The sort orders with an index that `along` reads: all but popularity. */
type ByIndex = Exclude<SortedBy, 'popular'>

/** `ORDERS` for rows of `product_search s`. */
const ORDERS_OF_HITS: Record<SortedBy, Order> = {
  ...ORDERS,
  rating: byNumber(SHOWN_RATING, true),
}

function byNumber(by: RawBuilder<unknown>, descending: boolean): Order {
  return { by, descending, toKey: sql`${by}::bigint`, fromKey: (key) => sql`${key}::bigint` }
}

/**
 * If the list has at least this share of the products, walking the index fills a page soon enough. Between 2% and 4% of
 * 100,000 products, walking takes the database 0.9 to 2.2 times as long as collecting the hits.
 */
const WALK_FROM_SHARE = 0.04
const WALK_MAX = 2000

export async function findSorted(
  db: Handle,
  scope: Scope,
  sort: SortedBy,
  window: PageWindow,
): Promise<PageRow[]> {
  const isWhole = scope.words === null && scope.conditions.length === 0
  if (isWhole && sort !== 'popular') return findWhole(db, scope, sort, window)
  if (scope.share >= WALK_FROM_SHARE) {
    const walked = await walk(db, scope, sort, window)
    if (walked.length === window.limit) return walked
  }
  return gather(db, scope, sort, window)
}

/** The products of an already chosen page, in its order, except any deleted since. */
export function findPlaced(
  db: Handle,
  sort: SortedBy,
  placed: readonly { id: number; key: number }[],
): Promise<PageRow[]> {
  const page = sql`select hit.id, hit.key from ${listed(placed)} as hit (id, key)`
  return withProducts(db, ORDERS[sort], page)
}

/** Finds a page of a whole category or the whole shop, directly from the index. */
async function findWhole(
  db: Handle,
  { category }: Scope,
  sort: ByIndex,
  window: PageWindow,
): Promise<PageRow[]> {
  return withProducts(db, ORDERS[sort], along(sort, category, window))
}

/** Query for the `id` and `key` of one page of products, in a sort order that has an index. */
function along(sort: ByIndex, category: string | null, window: PageWindow): RawBuilder<unknown> {
  const order = ORDERS[sort]
  const first = (
    from: RawBuilder<unknown>,
    id: RawBuilder<unknown>,
    which: RawBuilder<unknown>,
  ) => sql`
    select ${id} as id, ${order.toKey} as key from ${from}
    where ${all([which, ...inCategory(category), ...past(order, window, id)])}
    ${inOrder(order, id)} limit ${window.limit}`
  const isThere = sql`s.deleted_at is null`
  if (sort !== 'rating') return first(sql`product s`, sql`s.id`, isThere)
  // Family ratings are in a table of their own, with its own index.
  return sql`
    select s.id, s.key from (
      (${first(sql`product s`, sql`s.id`, sql`${isThere} and s.family_id is null`)})
      union all (${first(sql`family_rating s`, sql`s.product_id`, sql`true`)})
    ) s order by ${keyOrder(order, 's')} limit ${window.limit}`
}

async function walk(
  db: Handle,
  { conditions, category, words }: Scope,
  sort: SortedBy,
  window: PageWindow,
): Promise<PageRow[]> {
  const order = ORDERS[sort]
  const where = all([...(words === null ? [] : [hasWords(words)]), ...conditions])
  if (sort !== 'popular') {
    return withProducts(
      db,
      order,
      sql`
        select step.id, step.key from (${along(sort, category, { ...window, limit: WALK_MAX })}) step
        join product_search s on s.product_id = step.id
        where ${where} order by ${keyOrder(order, 'step')} limit ${window.limit}`,
    )
  }
  const id = sql`s.product_id`
  return withProducts(
    db,
    order,
    sql`
      select s.id, s.key from (
        select ${id} as id, ${order.toKey} as key, s.* from product_search s
        where ${all([...inCategory(category), ...past(order, window, id)])}
        ${inOrder(order, id)} limit ${WALK_MAX}
      ) s where ${where} limit ${window.limit}`,
  )
}

async function gather(
  db: Handle,
  scope: Scope,
  sort: SortedBy,
  window: PageWindow,
): Promise<PageRow[]> {
  const order = ORDERS_OF_HITS[sort]
  const id = sql`s.product_id`
  const { ids, words, conditions, category } = scope
  const from = ids ? sql`(${hitsListed(ids)}) s` : hitsOf(words)
  // `words` may be narrower than the search terms that found the ids.
  const narrowed = ids && words !== null ? [hasWords(words)] : conditions
  return withProducts(
    db,
    order,
    sql`
      select hit.id, hit.key from (
        select ${id} as id, ${order.toKey} as key from ${from}
        where ${all([...narrowed, ...inCategory(category), ...past(order, window, id)])}
        -- Without the offset, the planner may walk the index of the sort order for a short page.
        offset 0
      ) hit
      order by ${keyOrder(order, 'hit')} limit ${opaqueToPlanner(sql`${window.limit}::integer`)}`,
  )
}

/** A page of a small number of hits, each scored individually. @param hits selects rows of `product_search`. */
export async function findRanked(
  db: Handle,
  hits: RawBuilder<unknown>,
  tests: readonly Test[],
  window: PageWindow,
): Promise<PageRow[]> {
  const { rows } = await rankedPage(hits, tests, window).execute(db)
  return rows
}

/** The statement behind `findRanked`, also for use in larger statements. */
export function rankedPage(
  hits: RawBuilder<unknown>,
  tests: readonly Test[],
  { after, limit }: PageWindow,
): RawBuilder<PageRow> {
  return productsIn(
    { descending: true },
    sql`
      select hit.id, hit.key from (${scored(
        sql`select s.product_id as id, s.popularity, s.name_words, s.words from (${hits}) s`,
        tests,
      )}) hit
      ${after ? sql`where (hit.key, hit.id) < (${after.key}::bigint, ${after.id}::bigint)` : sql``}
      order by hit.key desc, hit.id desc limit ${opaqueToPlanner(sql`${limit}::integer`)}`,
  )
}

/** The factor for the weights of passed tests in a score, to which points for a short name and popularity are added. */
const TEST_WEIGHT = 16
const NAME_WORDS_MAX = 40

/** Query for the `id` of the hits and, as `key`, their score: points for passed tests, a short name and popularity. */
export function scored(hits: RawBuilder<unknown>, tests: readonly Test[]): RawBuilder<unknown> {
  const byName = sql`
    (${NAME_WORDS_MAX}::integer - least(hit.name_words, ${NAME_WORDS_MAX}::integer)) * 2
      + hit.popularity`
  if (tests.length === 0) return sql`select hit.id, ${byName} as key from (${hits}) hit`
  const queries = opaqueToPlanner(sql`${tests.map(({ words }) => words)}::text[]::tsquery[]`)
  const weights = opaqueToPlanner(sql`${tests.map(({ weight }) => weight)}::integer[]`)
  return sql`
    select hit.id, (
      select coalesce(sum(weight), 0) * ${TEST_WEIGHT}::integer
      from unnest(${queries}, ${weights}) as test (query, weight)
      where hit.words @@ test.query
    ) + ${byName} as key
    from (
      select hit.id, hit.popularity, hit.name_words, hit.words || '' as words from (${hits}) hit
      -- Without the offset, the words, which are stored out of line, would be read again for every test.
      offset 0
    ) hit offset 0`
}

/** The same score as `scored` computes, for a hit whose tests have already been run. */
export function scoreOf(
  { popularity, nameWords }: Pick<IndexedProduct, 'popularity' | 'nameWords'>,
  passed: readonly boolean[],
  tests: readonly Test[],
): number {
  const weight = tests.reduce((sum, test, at) => sum + (passed[at] ? test.weight : 0), 0)
  return (
    weight * TEST_WEIGHT + (NAME_WORDS_MAX - Math.min(nameWords, NAME_WORDS_MAX)) * 2 + popularity
  )
}

function past(order: Order, { after }: PageWindow, id: RawBuilder<unknown>): RawBuilder<unknown>[] {
  if (!after) return []
  const isPast = order.descending ? sql`<` : sql`>`
  return [sql`(${order.by}, ${id}) ${isPast} (${order.fromKey(after.key)}, ${after.id}::bigint)`]
}

function inOrder(order: Order, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = order.descending ? sql`desc` : sql`asc`
  return sql`order by ${order.by} ${direction}, ${id} ${direction}`
}

function keyOrder({ descending }: Pick<Order, 'descending'>, table: string): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`
  return sql`${sql.ref(`${table}.key`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`
}

async function withProducts(
  db: Handle,
  order: Pick<Order, 'descending'>,
  page: RawBuilder<unknown>,
): Promise<PageRow[]> {
  const { rows } = await productsIn(order, page).execute(db)
  return rows
}

/** @param page selects `id` and `key`. */
function productsIn(
  order: Pick<Order, 'descending'>,
  page: RawBuilder<unknown>,
): RawBuilder<PageRow> {
  return sql<PageRow>`
    select ${PRODUCT_COLUMNS}, page.key::bigint as cursor_key
    from (${page}) page join product p on p.id = page.id join category c on c.id = p.category_id
    where p.deleted_at is null order by ${keyOrder(order, 'page')}`
}
