/** An independent client: it knows only the documented addresses and shapes. */
import { afterAll, expect } from 'vitest'
import { ask, type Reply, type Sent } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import type { Person, Shop } from '#tests/kit/shop.ts'

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
export const MESSAGE = expect.any(String)
export const ID = expect.any(Number)

/** A client for a whole suite: an application, calls to it, and a final check of the shop's rules. */
export function outsideClient(shop: Shop) {
  const live = liveForSuite(shop)
  shop.keepInvariants(afterAll)
  return { live, ask: (call: string, sent?: Sent) => ask(live, call, sent) }
}

/** The complete reply expected for an error. */
export function errorReply(status: number, error: string): Reply {
  return { status, body: { error, message: MESSAGE } }
}

/** A 422 that names exactly these fields. */
export function invalid(...fields: string[]): Reply {
  const errors = fields.map((field) => [field, expect.arrayContaining([MESSAGE])])
  return {
    status: 422,
    body: { error: 'invalid', message: MESSAGE, errors: Object.fromEntries(errors) },
  }
}

/** A customer with one product in the cart. */
export async function withCart(
  shop: Shop,
  fields: { stock?: number } = {},
): Promise<{ person: Person; token: string; product: number }> {
  const [person, product] = [await shop.customer(), await shop.product(fields)]
  await shop.call('POST', '/api/user/cart', { token: person.token, body: { cart: product } })
  return { person, token: person.token, product }
}
