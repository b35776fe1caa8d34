/**
 * H11: a shop under constant use does not grow. Ten minutes in a soak, a third of a minute
 * otherwise: enough to notice a leak of 16 KiB or an eighth of a handle per call, which is what the
 * controls leak.
 *
 * Its size is measured right after a garbage collection. By itself V8 collects the old generation
 * every two to five minutes at this load: in between, the memory of a healthy shop rises by thirty
 * MiB a minute and then falls by 160 (while the heap stays flat). The slope of ten
 * minutes of that is the phase of a sawtooth, not a leak.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { firstStart } from '#server/demo/first-start.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { freePorts } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { PASSWORD, Shop } from '#tests/kit/shop.ts'
import { median, slope } from '#tests/kit/statistics.ts'
import { MixedLoad, type Visitor } from './mixed-load.ts'

const SECONDS = 20
/** Seconds in which caches fill and code is compiled. */
const WARM_UP = 8
const PER_SECOND = 40
const LOOK_EVERY = 1
/** A prime other than the number of products, so that every visitor does everything to each. */
const VISITORS = 41

/**
 * Growth of the same in MiB, from the first to the last quarter: for runs too short for a slope.
 */
const HEAP_GROWTH_MAX = 2
/** Sockets, servers and timers: keep-alive connections vary. */
const HANDLES_MAX = 10
/** The share of requests that must succeed; the others are sold out or not confirmed yet. */
const PLACED_LEAST = 0.8
/**
 * Growth of the whole process in MiB, from the first to the last quarter: the only measure that
 * shows a leak outside of JavaScript. Not a slope: allocators grow in steps of 2 to 6 MiB, which
 * over seven minutes looks like up to 1.3 a minute, while the rest is 0.5 or less.
 */
const RSS_GROWTH_MAX = 16

/** Runs the garbage collector before each request for the metrics. */
const COLLECTS = `import { subscribe } from 'node:diagnostics_channel'
subscribe('http.server.request.start', ({ request }) => { if (request.url === '/metrics') gc() })`

/** The control: a cache that is never cleared, and servers that are never closed. */
const LEAKS = `${COLLECTS}
import { createServer } from 'node:net'
const kept = []
let calls = 0
subscribe('http.server.request.start', ({ request }) => {
  kept.push(new Array(2048).fill(0.5))
  if (++calls % 8 === 0) createServer().listen(0)
})`

/** The other control: memory outside of JavaScript, in blocks so large that the heap stays flat. */
const LEAKED_PER_CALL = 2 ** 18
const LEAKS_OUTSIDE = `${COLLECTS}
const kept = []
let calls = 0
subscribe('http.server.request.start', () => {
  if (++calls % 64 === 0) kept.push(Buffer.alloc(64 * ${LEAKED_PER_CALL}, 1))
})`

afterAll(endPrograms)

// In parallel: their sizes are measured, not their times.
describe.concurrent('a shop under mixed load', { timeout: 1_200_000 }, () => {
  it('stays the same size', async () => {
    const used = await use(COLLECTS)

    expect(used.unexpected).toEqual([])
    // Sometimes there is no order to pay or to cancel.
    expect(used.calls).toBeGreaterThan(0.95 * SECONDS * PER_SECOND)
    expect(used.placed).toBeGreaterThan(PLACED_LEAST * used.orders)
    expect(used.paid + used.canceled).toBeGreaterThan(0)
    expect(used.violations).toEqual([])
    expect(used.code).toBe(0)
    expect(used.moreHandles).toBeLessThanOrEqual(HANDLES_MAX)
    expect(used.heapGrowth).toBeLessThan(HEAP_GROWTH_MAX)
  })

  it('grows when every request leaks memory', async () => {
    const used = await use(LEAKS)

    expect(used.heapGrowth).toBeGreaterThan(HEAP_GROWTH_MAX)
    expect(used.moreHandles).toBeGreaterThan(HANDLES_MAX)
  })

  it('grows when every request leaks memory outside of JavaScript', async () => {
    const { rssGrowth } = await use(LEAKS_OUTSIDE)

    expect(rssGrowth).toBeGreaterThan(RSS_GROWTH_MAX)
  })
})

/** @param preload a module to load before the shop. */
async function use(preload: string) {
  const place = await prepareInTurn()
  const [port = 0, realtimePort = 0] = await freePorts(2)
  const url = `http://127.0.0.1:${port}`
  const shop = runProgram({
    ...place.settings,
    HOST: '127.0.0.1',
    PORT: String(port),
    REALTIME_PORT: String(realtimePort),
    DEMO: 'on',
    AUTO_CONFIRM_AFTER: '1',
    NODE_OPTIONS: `--expose-gc --import=data:text/javascript,${encodeURIComponent(preload)}`,
  })
  try {
    await shop.open
    const load = new MixedLoad(url, place.visitors)
    await load.open()
    const before = load.calls
    const looks: Look[] = []
    const began = performance.now()
    for (let second = 1; second <= SECONDS; second++) {
      await load.send(PER_SECOND)
      await pause(Math.max(0, began + second * 1_000 - performance.now()))
      const isTime = second % LOOK_EVERY === 0 && second >= WARM_UP
      if (isTime) looks.push({ minute: second / 60, ...(await sizeOf(url)) })
    }
    const took = (performance.now() - began) / 1_000
    shop.child.kill('SIGTERM')
    const { code } = await shop.ended
    const calls = load.calls - before
    return {
      calls,
      took,
      perSecond: calls / took,
      orders: load.asked('order'),
      placed: load.done('order'),
      payments: load.asked('pay'),
      paid: load.done('pay'),
      canceled: load.done('cancel'),
      unexpected: load.unexpected,
      code,
      violations: await place.violations(),
      heap: slope(looks.map(({ minute, heap }) => [minute, heap])),
      heapGrowth: growth(looks.map(({ heap }) => heap)),
      rssGrowth: growth(looks.map(({ rss }) => rss)),
      moreHandles: growth(looks.map((look) => look.handles)),
    }
  } finally {
    shop.child.kill('SIGKILL')
    await shop.ended
    await place.remove()
  }
}

interface Place {
  settings: Record<string, string>
  visitors: Visitor[]
  violations(): Promise<unknown[]>
  remove(): Promise<void>
}

/** Filling four shops at once would make statements time out. */
let lastPlace: Promise<unknown> = Promise.resolve()

function prepareInTurn(): Promise<Place> {
  const place = lastPlace.then(prepare)
  lastPlace = place.catch(() => {})
  return place
}

/** The demo shop, with enough visitors to keep each list of orders short. */
async function prepare(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'barq-soak-'))
  const database = await createTestDatabase()
  const open = () => openDatabase({ databaseUrl: database.url, dataDir: folder })
  const db = await open()
  await firstStart(readConfig({ DEMO: 'on' }), db)
  const visitors = await Shop.over(db).customers(VISITORS)
  await db.close()
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: database.url },
    visitors: visitors.map(({ email, token }) => ({ email, token, password: PASSWORD })),
    async violations() {
      const remains = await open()
      try {
        return await checkInvariants(remains.run)
      } finally {
        await remains.close()
      }
    },
    async remove() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Look {
  minute: number
  /** MiB of the whole process. */
  rss: number
  /** MiB reachable from JavaScript. */
  heap: number
  handles: number
}

/** The growth from the first quarter of the values to the last. */
function growth(values: number[]): number {
  const quarter = Math.ceil(values.length / 4)
  return median(values.slice(-quarter)) - median(values.slice(0, quarter))
}

async function sizeOf(url: string): Promise<Omit<Look, 'minute'>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`the shop does not expose ${name}`)
    return Number(found)
  }
  return {
    rss: figure('process_resident_memory_bytes') / 2 ** 20,
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    handles: figure('nodejs_active_handles_total'),
  }
}
