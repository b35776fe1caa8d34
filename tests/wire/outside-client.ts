/** An independent client: it knows only the documented addresses and shapes. */
import { afterAll, expect } from 'vitest'
import type { Live } from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import type { Person, Shop } from '#tests/kit/shop.ts'

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
export const MESSAGE = expect.any(String)
export const ID = expect.any(Number)

export interface Sent {
  token?: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  text?: string
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
  body: any
}

/** A client for a whole suite: an application, calls to it, and a final check of the shop's rules. */
export function outsideClient(shop: Shop) {
  const live = liveForSuite(shop)
  shop.keepInvariants(afterAll)
  return { live, ask: (call: string, sent?: Sent) => ask(live, call, sent) }
}

/** Makes a call over HTTP: `ask(live, 'POST /api/user/cart', {token, body})`. */
async function ask(live: Live, call: string, sent: Sent = {}): Promise<Reply> {
  const [method = '', path = ''] = call.split(' ')
  const body = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const answer = await fetch(live.url + path, {
    method,
    headers: {
      ...(sent.token && { authorization: `Bearer ${sent.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: await answer.json() }
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
