import type { FastifyRequest } from 'fastify'
import type { CartItem } from '#contract/cart.ts'
import { compareProducts, getProduct, home, rateProduct } from '#contract/catalog.ts'
import { listProducts, type ProductsQuery, suggestProducts } from '#contract/product-lists.ts'
import type { Api, Caller } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import {
  TAGS_OF_STOREFRONT,
  TAGS_OF_SUGGESTIONS,
  tagsOfFamily,
  tagsOfList,
  tagsOfProduct,
  tagsOfShown,
} from './cached-catalog.ts'
import type { Catalog } from './catalog.ts'

/** Suggestions have their own cache, so that ordinary typing does not evict the home page. */
export interface CatalogCaches {
  pages: ResponseCache
  suggestions: ResponseCache
}

export interface CatalogRoutesParts {
  catalog: Catalog
  caches: CatalogCaches
  cartOf(caller: Caller): Promise<CartItem[]>
  /** Whether the caller's lists must reflect all orders so far; see recent-buyers.ts. */
  boughtLately(request: FastifyRequest): Promise<boolean>
}

export function catalogRoutes(api: Api, parts: CatalogRoutesParts): void {
  const { catalog, cartOf, boughtLately } = parts
  const { pages, suggestions } = parts.caches
  const homePage = {
    key: 'home',
    tags: [...TAGS_OF_STOREFRONT, ...tagsOfList('ratings', 'stock')],
    async build() {
      const lists = await catalog.homeLists()
      return { json: JSON.stringify({ ...lists, carts: [] }), tags: tagsOfShown(lists.products) }
    },
  }

  api.route(home, async (call) => {
    const { caller, reply, request } = call
    if (!caller) return pages.send(homePage, call)
    const isCurrent = await boughtLately(request)
    const [answer, carts] = await Promise.all([pages.get(homePage, { isCurrent }), cartOf(caller)])
    // The cached JSON ends with `"carts":[]}`: the caller's cart replaces the empty array.
    return reply
      .type('application/json; charset=utf-8')
      .send(Buffer.concat([answer.plain.subarray(0, -3), Buffer.from(`${JSON.stringify(carts)}}`)]))
  })

  api.route(listProducts, async (call) => {
    const { query, request } = call
    const isCurrent = await boughtLately(request)
    if (!isCommon(query)) return catalog.search(query, isCurrent)
    const list = {
      key: `list:${JSON.stringify(Object.entries(query).sort())}`,
      tags: tagsOfList(...figuresIn(query)),
      async build() {
        // Reflects all orders so far: otherwise, the lag of the source would add to the cache's own.
        const page = await catalog.search(query, true)
        return { json: JSON.stringify(page), tags: tagsOfShown(page.products) }
      },
    }
    return pages.send(list, call, { isCurrent })
  })

  api.route(suggestProducts, async (call) => {
    const { q, category } = call.query
    const found = {
      key: JSON.stringify([q, category ?? '']),
      tags: TAGS_OF_SUGGESTIONS,
      async build() {
        const suggested = await catalog.suggest(q, category)
        return { json: JSON.stringify({ suggestions: suggested }), tags: [] }
      },
    }
    return suggestions.send(found, call)
  })

  api.route(compareProducts, async (call) => {
    const ids = [...new Set(call.query.ids.split(',').map(Number))]
    const page = {
      key: `compare:${ids}`,
      // Includes the tags of missing products, since an edit may restore them.
      tags: ids.flatMap(tagsOfProduct),
      async build() {
        const products = await catalog.products(ids)
        return { json: JSON.stringify({ products }), tags: products.flatMap(tagsOfFamily) }
      },
    }
    return pages.send(page, call)
  })

  api.route(getProduct, async (call) => {
    const { id } = call.params
    const page = {
      key: `product:${id}`,
      tags: tagsOfProduct(id),
      async build() {
        const product = await catalog.product(id)
        return { json: JSON.stringify(product), tags: tagsOfFamily(product) }
      },
    }
    return pages.send(page, call)
  })

  api.route(rateProduct, async ({ caller, body }) => ({
    message: 'Rate added successfuly.',
    data: await catalog.rate(caller, body.productId, body.rating),
  }))
}

/**
 * Whether many visitors are likely to send the query: it requests a first page, without search terms and with no filter
 * other than the category.
 */
function isCommon({ category, sort, limit, facets, group, ...rest }: ProductsQuery): boolean {
  return Object.values(rest).every((value) => value === undefined)
}

/** The figures that the list's sort order, grouping or facets depend on. */
function figuresIn({ sort, facets, group }: ProductsQuery): Array<'ratings' | 'stock'> {
  if (facets) return ['ratings', 'stock']
  // Which product represents a family depends on stock.
  if (group) return sort === 'rating' ? ['ratings', 'stock'] : ['stock']
  return sort === 'rating' ? ['ratings'] : sort === 'sold' ? ['stock'] : []
}
