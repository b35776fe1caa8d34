/** Types and helpers for pairs of concurrent flows, which `interleavings.full.test.ts` runs. */
import { expect } from 'vitest'
import type { Person, Shop } from '#tests/kit/shop.ts'
import type { StripeShop } from '#tests/kit/stripe-shop.ts'

export interface Side {
  shop: Shop
  payments: ReturnType<StripeShop['payments']>
  orders: ReturnType<StripeShop['orders']>
}

export type Flow = (side: Side) => Promise<unknown>

export interface Scene {
  stopped: Flow
  meanwhile: Flow
  end(): Promise<string>
}

export interface Interleaving {
  name: string
  begin(world: World): Promise<Scene>
  ends: RegExp
}

/**
 * One interleaving per table entry, all with the same scene and the same legal outcomes.
 * @param table the flow to pause, and the flow to run during the pause, keyed by title.
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

/** A flow of one request, which fails on a 5xx; any other outcome is for the scene to judge. */
export const asks =
  ({ token }: Pick<Person, 'token'>, method: string, path: string, body: unknown = {}): Flow =>
  async ({ shop }) =>
    expect((await shop.call(method, `/api/${path}`, { token, body })).status).toBeLessThan(500)

export const asAdmin = ({ admin }: World, method: string, path: string, body: unknown = {}): Flow =>
  asks(admin, method, `admin/${path}`, body)
