/**
 * R11: one flow is paused after each of its statements in turn, another flow runs during the pause, and both finish. A
 * Kysely plugin does the pausing, so the shop needs no test hooks. Pausing between statements is enough, because only
 * there can the other flow change what the first one sees.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { shopThrough } from '#tests/kit/shop-through.ts'
import { withStripe } from '#tests/kit/stripe-shop.ts'
import { ACCOUNT_INTERLEAVINGS } from './account-interleavings.ts'
import type { Side, World } from './interleaving.ts'
import { ORDER_INTERLEAVINGS } from './order-interleavings.ts'
import { pausingDatabase } from './pausing-database.ts'

/** How long to wait for a flow before concluding that it is blocked by the paused one, in milliseconds. */
const MEANWHILE_MS = 100

const INTERLEAVINGS = [...ORDER_INTERLEAVINGS, ...ACCOUNT_INTERLEAVINGS]

describeShop('a flow that is paused between two statements', (shop) => {
  const stripe = withStripe(shop)
  const stopped = shopThrough(shop, pausingDatabase)
  let world: World
  beforeAll(async () => {
    world = { shop, stripe, admin: await shop.admin() }
  })

  const side = (its: Shop): Side => ({
    shop: its,
    payments: stripe.payments({ db: its.db }),
    orders: stripe.orders(its.db),
  })

  let points = 0
  it.for(INTERLEAVINGS)('$name', async ({ begin, ends }) => {
    for (let nth = 1; ; nth++) {
      const scene = await begin(world)
      const { stopped: reached, goOn } = stopped.database.stopAfter(nth)
      const first = outcomeOf(scene.stopped(side(stopped.shop)))
      const isStopped = await Promise.race([reached.then(() => true), first.then(() => false)])
      const second = isStopped ? outcomeOf(scene.meanwhile(side(shop))) : null
      if (second) await Promise.race([second, pause(MEANWHILE_MS)])
      goOn()
      const errors = await Promise.all([first, second])

      expect(errors.filter((error) => error?.startsWith('internal'))).toEqual([])
      if (!isStopped) {
        expect(nth).toBeGreaterThan(1)
        return
      }
      points++
      expect(await scene.end(), `paused after statement ${nth}: ${errors}`).toMatch(ends)
      expect(await checkInvariants(shop.db.run)).toEqual([])
    }
  })

  it('had a legal outcome every time', () => {
    expect(points).toBeGreaterThan(INTERLEAVINGS.length)
  })
})

/** The error's code; `internal` and the error itself if it has no status; null on success. */
function outcomeOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: { code?: string; status?: number }) =>
      error.status ? (error.code ?? '') : `internal: ${error}`,
  )
}
