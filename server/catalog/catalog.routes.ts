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
import { type PreparedAnswers, sendPrepared } from '../platform/http/prepared-answers.ts'
import type { Catalog } from './catalog.ts'
import { PRODUCT_LISTS_ID } from './catalog-changes.ts'

export function catalogRoutes(
  api: Api,
  catalog: Catalog,
  cart: Cart,
  prepared: PreparedAnswers,
  suggestions: PreparedAnswers,
): void {
  api.route(home, async ({ caller, request, reply }) => {
    const answer = await prepared.get('home', async () => {
      const lists = await catalog.homeLists()
      return { json: JSON.stringify({ ...lists, carts: [] }), shows: shownIn(lists.products) }
    })
    if (!caller) return sendPrepared(answer, request, reply)
    const carts = await cart.lines(caller)
    // The prepared text ends with `"carts":[]}`; the caller's own lines go between the brackets.
    return reply
      .type('application/json; charset=utf-8')
      .send(Buffer.concat([answer.plain.subarray(0, -3), Buffer.from(`${JSON.stringify(carts)}}`)]))
  })

  api.route(listProducts, async ({ query, request, reply }) => {
    if (!isCommon(query)) return catalog.search(query)
    const answer = await prepared.get(
      `list:${JSON.stringify(Object.entries(query).sort())}`,
      async () => {
        const page = await catalog.search(query)
        return { json: JSON.stringify(page), shows: shownIn(page.products) }
      },
    )
    return sendPrepared(answer, request, reply)
  })

  // Before the product by its id, whose address it would otherwise be.
  api.route(suggestProducts, async ({ query: { q, category }, request, reply }) => {
    const answer = await suggestions.get(JSON.stringify([q, category ?? '']), async () => {
      const found = await catalog.suggest(q, category)
      return { json: JSON.stringify({ suggestions: found }), shows: shownIn(found) }
    })
    return sendPrepared(answer, request, reply)
  })

  api.route(getProduct, async ({ params, request, reply }) => {
    const id = toId(params.id)
    const answer = await prepared.get(`product:${id}`, async () => ({
      json: JSON.stringify(await catalog.product(id)),
      shows: new Set([id]),
    }))
    return sendPrepared(answer, request, reply)
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
