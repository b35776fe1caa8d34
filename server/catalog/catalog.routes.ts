import {
  getProduct,
  home,
  listProducts,
  type ProductsQuery,
  rateProduct,
  suggestProducts,
} from '#contract/catalog.ts'
import { toId } from '#contract/schema.ts'
import type { Cart } from '../cart/cart.ts'
import type { Api } from '../platform/http/api.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import type { Catalog } from './catalog.ts'
import { PRODUCT_LISTS_ID } from './catalog-changes.ts'

export function catalogRoutes(
  api: Api,
  catalog: Catalog,
  cart: Cart,
  prepared: ResponseCache,
  suggestions: ResponseCache,
): void {
  const buildHome = async () => {
    const lists = await catalog.homeLists()
    return { json: JSON.stringify({ ...lists, carts: [] }), shows: shownIn(lists.products) }
  }

  api.route(home, async (call) => {
    const { caller, reply } = call
    if (!caller) return prepared.send('home', buildHome, call)
    const [answer, carts] = await Promise.all([prepared.get('home', buildHome), cart.lines(caller)])
    // The prepared text ends with `"carts":[]}`; the caller's own lines go between the brackets.
    return reply
      .type('application/json; charset=utf-8')
      .send(Buffer.concat([answer.plain.subarray(0, -3), Buffer.from(`${JSON.stringify(carts)}}`)]))
  })

  api.route(listProducts, async (call) => {
    const { query } = call
    if (!isCommon(query)) return catalog.search(query)
    const build = async () => {
      const page = await catalog.search(query)
      return { json: JSON.stringify(page), shows: shownIn(page.products) }
    }
    return prepared.send(`list:${JSON.stringify(Object.entries(query).sort())}`, build, call)
  })

  // Before the product by its id, whose address it would otherwise be.
  api.route(suggestProducts, async (call) => {
    const { q, category } = call.query
    const build = async () => {
      const found = await catalog.suggest(q, category)
      return { json: JSON.stringify({ suggestions: found }), shows: shownIn(found) }
    }
    return suggestions.send(JSON.stringify([q, category ?? '']), build, call)
  })

  api.route(getProduct, async (call) => {
    const id = toId(call.params.id)
    const build = async () => ({
      json: JSON.stringify(await catalog.product(id)),
      shows: new Set([id]),
    })
    return prepared.send(`product:${id}`, build, call)
  })

  api.route(rateProduct, async ({ caller, body }) => ({
    message: 'Rate added successfuly.',
    data: await catalog.rate(caller, toId(body.productId), body.rating),
  }))
}

/** Lists that many people ask for in the same words: first pages without search and ids. */
function isCommon({ category, sort, limit, ...rest }: ProductsQuery): boolean {
  return Object.values(rest).every((value) => value === undefined)
}

function shownIn(products: readonly { id: number }[]): Set<number> {
  return new Set([PRODUCT_LISTS_ID, ...products.map(({ id }) => id)])
}
