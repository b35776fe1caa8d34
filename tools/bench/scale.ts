/**
 * `npm run bench:scale`: is the shop equally fast at every size? Measures generated catalogs on a durable PostgreSQL
 * server and on the embedded database: pages compared with a bare Fastify server that returns the same bytes; searches
 * and suggestions for a mix of queries; the first and the thousandth page; cart and order; memory and startup time.
 * SCALE_SIZES and SCALE_EMBEDDED_SIZES set other sizes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { keepOffServerCores } from './cores.ts'
import { forked } from './forked.ts'
import type { BareSetup } from './run.ts'
import { fill, goodsOf, IS_KEPT, placeOfPage, SEED, sizesOf } from './scale-data.ts'
import { type Answered, askAll, type Wish } from './scale-load.ts'
import { startScalePostgres } from './scale-postgres.ts'
import { searchPaths, suggestPaths } from './scale-queries.ts'
import { type Figures, writeReport } from './scale-report.ts'

export interface ScaleSetup {
  databaseUrl: string | null
  dataDir: string
  customers: number
}

const CLIENTS = 16
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
/** Rounds of page comparisons, searches and suggestions; the median round is reported. */
const ROUNDS = 5
const PAGE = 24
const DEEP_PAGE = 1000
/** The number of searches or suggestions in each round, so that twenty are above the p99. */
const ASKED = 2000
/** The number of writes of each kind: sixteen customers fill their carts, which hold at most 100 products. */
const WRITTEN = 1000

await measureAll()

async function measureAll(): Promise<void> {
  keepOffServerCores(process.pid)
  const figures: Figures[] = []
  const postgresSizes = sizesOf(process.env.SCALE_SIZES, [1000, 100_000, 1_000_000])
  if (postgresSizes.length > 0) {
    const postgres = await startScalePostgres()
    try {
      for (const products of postgresSizes) {
        const databaseUrl = await postgres.create(`barq_scale_${products}`, IS_KEPT)
        figures.push(await measure('postgres', products, databaseUrl))
      }
    } finally {
      await postgres.stop()
    }
  }
  for (const products of sizesOf(process.env.SCALE_EMBEDDED_SIZES, [1000, 20_000])) {
    figures.push(await measure('embedded', products, null))
  }
  console.log(await writeReport(figures, { clients: CLIENTS, seconds: SECONDS }))
}

async function measure(
  engine: Figures['engine'],
  products: number,
  databaseUrl: string | null,
): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'barq-scale-'))
  const place = { databaseUrl, dataDir: join(folder, 'shop') }
  const begun = Date.now()
  const db = await fill(place, products)
  const generated = (Date.now() - begun) / 1000
  console.log(`${engine}: ${products} products generated in ${generated.toFixed(0)} s`)
  const goods = await goodsOf(db)
  const deepPage = Math.min(DEEP_PAGE, Math.floor(goods.phones / PAGE) - 1)
  const deep = await placeOfPage(db, deepPage, PAGE)
  await db.close()
  const started = Date.now()
  const shop = await forked('scale-server.ts', {
    ...place,
    customers: CLIENTS,
  } satisfies ScaleSetup)
  const base = `http://127.0.0.1:${shop.port}`
  await fetch(`${base}/api/`)
  const firstAnswer = Date.now() - started
  try {
    const tokens = await shop.ask<string[]>('tokens')
    return {
      engine,
      products,
      generated,
      firstAnswer,
      pages: await comparePages(shop.port, goods.ids[0] ?? 1, databaseUrl, join(folder, 'bare')),
      ...(await measureSearch(base, products)),
      deepPage,
      firstPage: await timed(base, [
        `/api/products?category=Phones&sort=newest&limit=${PAGE}&inStock=false`,
      ]),
      lastPage: await timed(base, [
        `/api/products?category=Phones&sort=newest&limit=${PAGE}&cursor=${deep}`,
      ]),
      cart: await askAll(
        base,
        writes(tokens, goods.ids, '/api/user/cart', (id) => ({ cart: id })),
        CLIENTS,
      ),
      order: await askAll(
        base,
        writes(tokens, goods.ids, '/api/user/order', (id) => ({ orders: [{ Product: id }] })),
        CLIENTS,
      ),
      memory: await shop.ask<number>('memory'),
    }
  } finally {
    shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function comparePages(
  port: number,
  productId: number,
  databaseUrl: string | null,
  dataDir: string,
): Promise<Figures['pages']> {
  const paths = {
    home: '/api/',
    category: `/api/products?category=Phones&limit=${PAGE}`,
    product: `/api/products/${productId}`,
  }
  const answers: BareSetup['answers'] = {}
  for (const [name, path] of Object.entries(paths)) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    const body = await answer.text()
    answers[`/${name}`] = { head: headOf(answer), body }
    answers[`/${name}/body`] = { head: {}, body }
  }
  const bare = await forked('bare-server.ts', { answers, databaseUrl, dataDir } satisfies BareSetup)
  const pages: Figures['pages'] = {}
  for (const [name, path] of Object.entries(paths)) {
    const ours = `http://127.0.0.1:${port}${path}`
    const theirs = `http://127.0.0.1:${bare.port}/${name}`
    pages[name] = {
      ...(await compareRates(ours, theirs)),
      bodyAlone: (await compareRates(ours, `${theirs}/body`)).bare,
    }
  }
  bare.stop()
  return pages
}

/** The headers that only the shop sends; each server writes the other headers by itself. */
function headOf({ headers }: Response): Record<string, string> {
  const own = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
  return Object.fromEntries([...headers].filter(([name]) => !own.has(name)))
}

/** Measures the requests per second of both URLs alternately, and returns the round with the median ratio. */
async function compareRates(ours: string, theirs: string): Promise<{ shop: number; bare: number }> {
  for (const url of [ours, theirs]) await perSecond(url, 1)
  const rates = await inRounds(
    async () => ({
      shop: await perSecond(ours, SECONDS / 2),
      bare: await perSecond(theirs, SECONDS / 2),
    }),
    ({ shop, bare }) => shop / bare,
  )
  return rates.median
}

async function perSecond(url: string, duration: number): Promise<number> {
  return (await autocannon({ url, connections: CLIENTS, duration })).requests.average
}

/** Measures searches and suggestions: the first ones in a cold shop, and later ones in a warm shop. */
async function measureSearch(base: string, products: number) {
  const asked = { seed: SEED, products }
  const cold = await timed(base, searchPaths(asked, 0, ASKED))
  const search = await timedInRounds((round) => timed(base, searchPaths(asked, round, ASKED)))
  const alone = await timed(base, searchPaths(asked, ROUNDS + 1, ASKED / 8), 1)
  const coldSuggestions = await timed(base, suggestPaths(asked, 0, ASKED))
  const suggestions = await timedInRounds((round) => timed(base, suggestPaths(asked, round, ASKED)))
  return { cold, search, alone, coldSuggestions, suggestions }
}

/** Returns the round with the median p99, since a pause can dominate one round, with the failures of all rounds. */
async function timedInRounds(measure: (round: number) => Promise<Answered>): Promise<Answered> {
  const { rounds, least, median, most } = await inRounds(measure, ({ p99 }) => p99)
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0)
  return { ...median, failed, spread: [least.p99, most.p99] }
}

/** @returns all rounds, sorted by `rank`, and the lowest, median and highest of them */
async function inRounds<T>(measure: (round: number) => Promise<T>, rank: (round: T) => number) {
  const rounds: T[] = []
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await measure(round))
  rounds.sort((one, other) => rank(one) - rank(other))
  const [least, median, most] = [0, Math.floor(ROUNDS / 2), ROUNDS - 1].map((at) => rounds[at])
  if (!least || !median || !most) throw new Error('no round')
  return { rounds, least, median, most }
}

function timed(base: string, paths: string[], clients = CLIENTS): Promise<Answered> {
  const all = Array.from({ length: Math.max(paths.length, ASKED / 8) }, (_, at) => ({
    path: paths[at % paths.length] ?? '',
  }))
  return askAll(base, all, clients)
}

function writes(
  tokens: string[],
  ids: number[],
  path: string,
  bodyOf: (id: number) => object,
): Wish[] {
  return Array.from({ length: WRITTEN }, (_, at) => ({
    path,
    token: tokens[at % tokens.length] ?? '',
    body: JSON.stringify(bodyOf(ids[at % ids.length] ?? 1)),
  }))
}
