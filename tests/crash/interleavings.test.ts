/**
 * R11: one flow is stopped after each of its statements in turn, another runs meanwhile, and both
 * end. The stop is in a plug-in of the database, so that the shop has no hooks for tests: between two
 * statements is where anything that others do can change what a flow sees. PGlite has one connection
 * and takes turns: there is nothing to interleave.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORDER_LINES_MAX } from '#contract/limits.ts'
import { recordEvidence } from '#tests/kit/evidence.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop, Shop } from '#tests/kit/shop.ts'
import { withStripe } from '#tests/kit/stripe-shop.ts'
import { ACCOUNT_INTERLEAVINGS } from './account-interleavings.ts'
import type { Side, World } from './interleaving.ts'
import { ORDER_INTERLEAVINGS } from './order-interleavings.ts'
import { type PausingDatabase, pausingDatabase } from './pausing-database.ts'

/** Long enough for what is not waiting for a lock of the flow that is stopped. */
const MEANWHILE_MS = 100

const INTERLEAVINGS = [...ORDER_INTERLEAVINGS, ...ACCOUNT_INTERLEAVINGS]

describeShop(
  'a flow that is stopped in between',
  (shop) => {
    const stripe = withStripe(shop)
    let pausing: PausingDatabase
    let stopped: Shop
    let world: World
    beforeAll(async () => {
      pausing = pausingDatabase(shop.db)
      stopped = Shop.over(pausing.db)
      await stopped.openApp()
      const fillers = await shop.products(ORDER_LINES_MAX - 1)
      world = { shop, stripe, admin: await shop.admin(), fillers }
    })
    afterAll(() => stopped.closeApp())

    const side = (its: Shop): Side => ({
      shop: its,
      payments: stripe.payments({ db: its.db }),
      orders: stripe.orders(its.db),
    })

    let points = 0
    it.for(INTERLEAVINGS)('$name', async ({ begin, ends }) => {
      for (let nth = 1; ; nth++) {
        const scene = await begin(world)
        const { stopped: reached, goOn } = pausing.stopAfter(nth)
        const first = told(scene.stopped(side(stopped)))
        const isStopped = await Promise.race([reached.then(() => true), first.then(() => false)])
        const second = isStopped ? told(scene.meanwhile(side(shop))) : null
        if (second) await Promise.race([second, pause(MEANWHILE_MS)])
        goOn()
        const refusals = await Promise.all([first, second])

        expect(refusals.filter((refusal) => refusal?.startsWith('internal'))).toEqual([])
        if (!isStopped) {
          expect(nth).toBeGreaterThan(1)
          return
        }
        points++
        expect(await scene.end(), `stopped after statement ${nth}: ${refusals}`).toMatch(ends)
        expect(await checkInvariants(shop.db.run)).toEqual([])
      }
    })

    it('ended in one legal way each time', () => {
      expect(points).toBeGreaterThan(INTERLEAVINGS.length)
      recordEvidence({
        goal: 'R11',
        engine: shop.engine,
        volume: `${INTERLEAVINGS.length} pairs of flows, one stopped after each of its statements: ${points} interleavings`,
        result: 'one legal end each, every invariant held, no error of the server',
      })
    })
  },
  ['postgres'],
)

/** The code of the refusal, `internal` and why for what is no refusal, null for a success. */
function told(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: { code?: string; status?: number }) =>
      error.status ? (error.code ?? '') : `internal: ${error}`,
  )
}
