import type { CategorySummary, Product, ProductDetail } from '#contract/catalog.ts'
import type { ProductPage, ProductsQuery, Suggestion } from '#contract/product-lists.ts'
import { createSemaphore, type Semaphore } from '../platform/concurrency/semaphore.ts'
import { type Database, inTransaction } from '../platform/db/database.ts'
import { WAIT_MS } from '../platform/db/waiting.ts'
import type { Caller } from '../platform/http/api.ts'
import { notFound, orNotFound } from '../platform/http/shop-error.ts'
import { countAttempt } from '../platform/http/throttle.ts'
import type { Stop } from '../platform/jobs/every.ts'
import * as store from './catalog.store.ts'
import type { CatalogChanges } from './catalog-changes.ts'
import { createFacetIndex } from './facets/facet-index.ts'
import { categoryOf } from './listing/filters.ts'
import { createPopularityIndex } from './search/popularity-index.ts'
import { createSearch } from './search/search.ts'
import { suggest } from './search/suggest.ts'

/** The maximum length of each list on the home page: best rated, latest, and the best offers in each category. */
const PER_HOME_LIST = 16

/** Ratings are rate-limited because each one briefly locks a product, and orders for that product wait. */
const RATINGS_PER_ACCOUNT = { attempts: 300, windowSeconds: 60 * 60 }

/**
 * The maximum number of concurrent queries in each lane: searches, suggestions, and lists that only the database can
 * serve. More would slow each other down, and orders need connections, too.
 */
const AT_ONCE = 4

export type Catalog = ReturnType<typeof createCatalog>

/**
 * `asksToConfirm`: whether ratings count only once the customer has confirmed the email or paid for the product.
 * `forgetLists`: drops cached lists; called when filters become available, since earlier lists lack them.
 */
export function createCatalog(
  db: Database,
  changes: CatalogChanges,
  { asksToConfirm, forgetLists }: { asksToConfirm: boolean; forgetLists(): void },
) {
  const index = createPopularityIndex(db.run, changes)
  const facetIndex = createFacetIndex(db.run, changes, forgetLists)
  // A separate lane for lists that only the database can serve. Otherwise they could occupy every connection, and the
  // in-memory tables would never be loaded.
  const search = createSearch(db.run, changes, facetIndex, createLane())
  const searchLane = createLane()
  // A separate lane: suggestions are faster than searches, and are requested on every keystroke.
  const suggestLane = createLane()
  return {
    /**
     * Starts loading the in-memory indexes. Until they are loaded, lists and suggestions are slower, and lists offer no
     * filters except the category.
     */
    start(failed: (error: unknown) => void): Stop {
      void index.start(failed)
      void facetIndex.start(failed)
      return async () => {
        index.stop()
        await facetIndex.stop()
      }
    },

    async homeLists(): Promise<{ products: Product[]; categories: CategorySummary[] }> {
      const [products, categories] = await Promise.all([
        store.findHomeProducts(db.run, PER_HOME_LIST),
        store.findCategories(db.run),
      ])
      return { products, categories }
    },

    categories: (): Promise<CategorySummary[]> => store.findCategories(db.run),

    /**
     * Only searches wait for a place in the search lane: other lists are fast, and the common ones are cached.
     * @param isCurrent whether the list must reflect all orders so far.
     */
    search: (query: ProductsQuery, isCurrent = false): Promise<ProductPage> =>
      query.search?.trim() ? searchLane(() => search(query, isCurrent)) : search(query, isCurrent),

    suggest: (typed: string, category: ProductsQuery['category']): Promise<Suggestion[]> =>
      suggestLane(() => suggest(db.run, index, typed, categoryOf(category))),

    /** @throws ShopError `not_found`. */
    product: async (id: number): Promise<ProductDetail> =>
      orNotFound((await store.findProducts(db.run, [id]))[0]),

    products: (ids: readonly number[]): Promise<ProductDetail[]> => store.findProducts(db.run, ids),

    /**
     * Stores a customer's rating of a product, replacing any previous one. With `asksToConfirm`, it counts only once
     * the customer has confirmed the email or paid for the product.
     * @throws ShopError `not_found`, `too_many`.
     */
    async rate(caller: Caller, productId: number, stars: number): Promise<store.Rated> {
      await countAttempt(db.run, `rate:${caller.id}`, RATINGS_PER_ACCOUNT)
      return inTransaction(db, async (tx) => {
        // Locks the account before the product, as orders and confirmations do, to prevent deadlocks.
        if (asksToConfirm) await store.holdAccount(tx, caller.id)
        if (!(await store.lockProduct(tx, productId))) throw notFound()
        const counts = !asksToConfirm || (await store.mayCount(tx, caller.id, productId))
        const change = await store.setRating(tx, caller.id, { productId, stars, counts })
        tx.afterCommit(() => changes.announce({ what: 'ratings', ids: [productId] }))
        return store.addToRatings(tx, productId, change)
      })
    },
  }
}

function createLane(): Semaphore {
  return createSemaphore({ max: AT_ONCE, waitMs: WAIT_MS })
}
