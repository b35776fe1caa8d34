/** An independent client, which knows only the documented URLs and shapes. */
import { afterAll, expect } from 'vitest'
import { ask, type Reply, type Sent } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import type { Person, Shop } from '#tests/kit/shop.ts'

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
export const MESSAGE = expect.any(String)
export const ID = expect.any(Number)

/** An application and a client for it, shared by a whole suite; the invariants are checked when the suite ends. */
export function outsideClient(shop: Shop) {
  const live = liveForSuite(shop)
  shop.keepInvariants(afterAll)
  return { live, ask: (call: string, sent?: Sent) => ask(live, call, sent) }
}

export function errorReply(status: number, error: string): Reply {
  return { status, body: { error, message: MESSAGE } }
}

export function invalid(...fields: string[]): Reply {
  const errors = fields.map((field) => [field, expect.arrayContaining([MESSAGE])])
  return {
    status: 422,
    body: { error: 'invalid', message: MESSAGE, errors: Object.fromEntries(errors) },
  }
}

export async function withCart(
  shop: Shop,
  fields: { stock?: number } = {},
): Promise<{ person: Person; token: string; product: number }> {
  const [person, product] = [await shop.customer(), await shop.product(fields)]
  await shop.call('POST', '/api/user/cart', { token: person.token, body: { cart: product } })
  return { person, token: person.token, product }
}
