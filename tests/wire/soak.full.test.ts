/**
 * H11: a shop under constant use does not grow. A third of a minute is enough to notice a leak of 16 KiB or an eighth
 * of a handle per call.
 *
 * The shop's size is measured right after a garbage collection. At this load, V8 collects the old generation by itself
 * only every two to five minutes. In between, the memory of a healthy shop grows by 30 MiB a minute and then falls by
 * 160 MiB, while the heap stays flat.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, demoTemplateUrl } from '#tests/kit/databases.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { Shop } from '#tests/kit/shop.ts'
import { median } from '#tests/kit/statistics.ts'
import { MixedLoad } from './mixed-load.ts'

const SECONDS = 20
/** How long the beginning of the run lasts, in seconds, during which caches fill and code is compiled. */
const WARM_UP = 8
const PER_SECOND = 40
/** A prime number other than the number of products, so that every visitor does everything with each product. */
const VISITORS = 41

/** The maximum growth of the heap in MiB from the first to the last quarter; the run is too short for a slope. */
const HEAP_GROWTH_MAX = 2
/** The maximum growth in sockets, servers and timers: the number of keep-alive connections varies. */
const HANDLES_MAX = 10
/** The share of orders that must succeed; the others may be for products that are sold out. */
const PLACED_LEAST = 0.8

/** A module that collects garbage before each request for the metrics. */
const COLLECTS = `import { subscribe } from 'node:diagnostics_channel'
subscribe('http.server.request.start', ({ request }) => { if (request.url === '/metrics') gc() })`

afterAll(endPrograms)

it('a shop under mixed load stays the same size', { timeout: 300_000 }, async () => {
  const database = await createTestDatabase({ copyOf: await demoTemplateUrl() })
  const db = await openDatabase({ databaseUrl: database.url, dataDir: '' })
  const shop = Shop.over(db)
  // Enough customers to keep each customer's list of orders short.
  const visitors = await shop.customers(VISITORS)
  const program = runProgram({
    PORT: String(await freePort()),
    DATA_DIR: shop.folder,
    DATABASE_URL: database.url,
    DEMO: 'on',
    AUTO_CONFIRM_AFTER: '1',
    NODE_OPTIONS: `--expose-gc --import=data:text/javascript,${encodeURIComponent(COLLECTS)}`,
  })
  const url = await program.open
  const load = new MixedLoad(url, visitors)
  await load.open()
  const sizes: Array<Awaited<ReturnType<typeof sizeOf>>> = []
  const began = performance.now()
  for (let second = 1; second <= SECONDS; second++) {
    await load.send(PER_SECOND)
    await pause(Math.max(0, began + second * 1_000 - performance.now()))
    if (second >= WARM_UP) sizes.push(await sizeOf(url))
  }
  program.child.kill('SIGTERM')

  expect((await program.ended).code).toBe(0)
  expect(load.unexpected).toEqual([])
  expect(load.orders.placed).toBeGreaterThan(PLACED_LEAST * load.orders.asked)
  expect(load.orders.ended).toBeGreaterThan(0)
  expect(await checkInvariants(db.run)).toEqual([])
  expect(growth(sizes.map(({ handles }) => handles))).toBeLessThanOrEqual(HANDLES_MAX)
  expect(growth(sizes.map(({ heap }) => heap))).toBeLessThan(HEAP_GROWTH_MAX)
  await db.close()
  await database.drop()
  await shop.closeApp()
})

function growth(values: number[]): number {
  const quarter = Math.ceil(values.length / 4)
  return median(values.slice(-quarter)) - median(values.slice(0, quarter))
}

/** @returns the heap in MiB, and the number of open handles */
async function sizeOf(url: string): Promise<{ heap: number; handles: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`the shop does not expose ${name}`)
    return Number(found)
  }
  return {
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    handles: figure('nodejs_active_handles_total'),
  }
}
