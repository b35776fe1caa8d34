/** Types for pairs of concurrent flows; `interleavings.test.ts` runs them. */
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
  /** Describes the outcome. */
  end(): Promise<string>
}

export interface Interleaving {
  name: string
  begin(world: World): Promise<Scene>
  /** Matches every legal outcome. */
  ends: RegExp
}

/**
 * The same scene and outcome for several pairs of its flows.
 * @param table by name, the paused flow and the flow that runs during the pause.
 */
export function pairs<Name extends string>(
  begin: (world: World) => Promise<{ flows: Record<Name, Flow>; end(): Promise<string> }>,
  ends: RegExp,
  table: Record<string, readonly [Name, Name]>,
): Interleaving[] {
  return Object.entries(table).map(([name, [stopped, meanwhile]]) => ({
    name,
    async begin(world) {
      const { flows, end } = await begin(world)
      return { stopped: flows[stopped], meanwhile: flows[meanwhile], end }
    },
    ends,
  }))
}

export interface World {
  shop: Shop
  stripe: StripeShop
  admin: Person
}

export const caller = ({ id }: Person) => ({ id, sessionId: 0 })

/** One request, with or without a token. Throws on a 5xx; the scene checks any other outcome. */
export const asks =
  ({ token }: Pick<Person, 'token'>, method: string, path: string, body: unknown = {}): Flow =>
  async ({ shop }) =>
    expect((await shop.call(method, `/api/${path}`, { token, body })).status).toBeLessThan(500)

export const asAdmin = ({ admin }: World, method: string, path: string, body: unknown = {}): Flow =>
  asks(admin, method, `admin/${path}`, body)
