/** What pairs of flows that meet are made of; `interleavings.test.ts` runs them. */
import { expect } from 'vitest'
import type { Person, Shop } from '#tests/kit/shop.ts'
import type { StripeShop } from '#tests/kit/stripe-shop.ts'

/** One process of the shop. */
export interface Side {
  shop: Shop
  payments: ReturnType<StripeShop['payments']>
  orders: ReturnType<StripeShop['orders']>
}

export type Flow = (side: Side) => Promise<unknown>

export interface Scene {
  stopped: Flow
  meanwhile: Flow
  /** How it ended, in words. */
  end(): Promise<string>
}

export interface Interleaving {
  name: string
  begin(world: World): Promise<Scene>
  /** Every legal end. */
  ends: RegExp
}

export interface World {
  shop: Shop
  stripe: StripeShop
  admin: Person
  /** Products that fill a cart but for one line. */
  fillers: number[]
}

export const caller = ({ id }: Person) => ({ id, sessionId: 0 })

/** One request of somebody, or of nobody; the scene judges what came of it, unless the server failed. */
export const asks =
  ({ token }: Pick<Person, 'token'>, method: string, path: string, body: unknown = {}): Flow =>
  async ({ shop }) =>
    expect((await shop.call(method, `/api/${path}`, { token, body })).status).toBeLessThan(500)

export const asAdmin = ({ admin }: World, method: string, path: string, body: unknown = {}): Flow =>
  asks(admin, method, `admin/${path}`, body)
