/**
 * `npm run bench:filters`: filtered lists and searches, products, comparisons and compatibility in a generated catalog
 * on PostgreSQL, with five attributes per product. No request is sent twice, except those for one of 500 products or
 * devices. For each kind of request, reports its times, and the CPU time of server and database per request, which is
 * stable even on a shared machine. SCALE_SIZES sets other sizes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORES_IN_WORDS, keepOffServerCores } from './cores.ts'
import { addFilters, filterGoodsOf } from './filter-data.ts'
import { createDraws, KINDS_OF_REQUESTS, type KindOfRequest } from './filter-queries.ts'
import { forked } from './forked.ts'
import type { ScaleSetup } from './scale.ts'
import { fill, IS_KEPT, SEED, sizesOf } from './scale-data.ts'
import { type Answered, askAll } from './scale-load.ts'
import { type ScalePostgres, startScalePostgres } from './scale-postgres.ts'

const CLIENTS = 16
const ADDRESSES = 500
/** The number of unmeasured warm-up requests of each kind. */
const WARMING = 100
/** The number of measured requests of each kind. */
const ASKED = Number(process.env.FILTERS_ASKED ?? 2000)

interface Figure extends Answered {
  products: number
  kind: KindOfRequest
  /** CPU time per request, in milliseconds; `database` is null if unknown. */
  server: number
  database: number | null
}

keepOffServerCores(process.pid)
const postgres = await startScalePostgres()
const figures: Figure[] = []
try {
  for (const products of sizesOf(process.env.SCALE_SIZES, [100_000, 1_000_000])) {
    figures.push(...(await measure(postgres, products)))
  }
} finally {
  await postgres.stop()
}
const date = new Date().toISOString().slice(0, 10)
const text = report(figures, postgres.settings)
await writeFile(join(import.meta.dirname, 'results', `${date}-filters.md`), text)
console.log(text)

async function measure(postgres: ScalePostgres, products: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'barq-filters-'))
  const databaseUrl = await postgres.create(`barq_filters_${products}`, IS_KEPT)
  const place = { databaseUrl, dataDir: join(folder, 'shop') }
  const db = await fill(place, products)
  if (!IS_KEPT) await addFilters(db)
  const goods = await filterGoodsOf(db, ADDRESSES)
  await db.close()
  console.log(`${products} products are ready`)
  const setup: ScaleSetup = { ...place, customers: CLIENTS }
  const shop = await forked('scale-server.ts', setup)
  const base = `http://127.0.0.1:${shop.port}`
  const draws = createDraws(goods, { seed: SEED, products })
  const measured: Figure[] = []
  try {
    console.log(`the filters have counts ${await untilFiltersAreKnown(base)} s after startup`)
    for (const kind of Object.keys(KINDS_OF_REQUESTS) as KindOfRequest[]) {
      await askAll(base, draws(kind, WARMING), CLIENTS)
      const wishes = draws(kind, ASKED)
      const cpu = async () => [await shop.ask<number>('cpu'), await postgres.cpu()] as const
      const [server, database] = await cpu()
      const answered = await askAll(base, wishes, CLIENTS)
      const [serverAfter, databaseAfter] = await cpu()
      const figure = {
        ...answered,
        products,
        kind,
        server: (serverAfter - server) / ASKED,
        database:
          database === null || databaseAfter === null ? null : (databaseAfter - database) / ASKED,
      }
      console.log(row(figure))
      measured.push(figure)
    }
    return measured
  } finally {
    shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Waits until lists include the counts of their filters, which come from in-memory columns.
 * @returns how long this took, in seconds.
 */
async function untilFiltersAreKnown(base: string): Promise<number> {
  for (const began = performance.now(); ; ) {
    const reply = await fetch(`${base}/api/products?facets=true&limit=1`)
    const { facets } = (await reply.json()) as { facets?: { brands?: object } }
    if (facets?.brands) return Math.round((performance.now() - began) / 1000)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function report(all: readonly Figure[], settings: string): string {
  const cells = [
    ['products', 'request', 'p50, ms', 'p99, ms', 'per second'],
    ['server CPU, ms', 'database CPU, ms', 'failed'],
  ].flat()
  return [
    `# Filters, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}; ${settings}; ` +
      `load ${loadavg()[0]?.toFixed(1)} at the end; ${CORES_IN_WORDS}. ${CLIENTS} clients. For each kind, ` +
      `${WARMING} warm-up requests, then ${ASKED} measured ones; no request is sent twice in a run, ` +
      `except requests for one of ${ADDRESSES} products or devices. Every second request is in Arabic. Lists include ` +
      'the counts of their filters. `npm run bench:filters`.',
    '',
    `| ${cells.join(' | ')} |`,
    `|${' --- |'.repeat(cells.length)}`,
    ...all.map(row),
    '',
  ].join('\n')
}

function row({ products, kind, database, ...figure }: Figure): string {
  const [p50, p99] = [figure.p50.toFixed(1), figure.p99.toFixed(1)]
  const cpu = [figure.server.toFixed(2), database === null ? 'unknown' : database.toFixed(2)]
  const cells = [products, kind, p50, p99, Math.round(figure.perSecond), ...cpu, figure.failed]
  return `| ${cells.join(' | ')} |`
}
