/**
 * Measures the owner's reads on PostgreSQL with 100,000 products, 1,000,000 orders and 100,000 customers, each compared
 * with the same read in a shop a hundred times smaller. Part of `npm run bench`; `OWNER_SCALE=0.1` shrinks both shops.
 */
import { fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { fillShop, type ShopSize } from './owner-data.ts'
import { type ExportFigure, exportsInWords, measureExports } from './owner-exports.ts'
import { type OwnerRead, readsOfOwner } from './owner-reads.ts'
import { type Answered, askAll } from './scale-load.ts'
import { startScalePostgres } from './scale-postgres.ts'

const SCALE = Number(process.env.OWNER_SCALE ?? 1)
const BIG: ShopSize = {
  products: 100_000 * SCALE,
  customers: 100_000 * SCALE,
  orders: 1_000_000 * SCALE,
}
const SMALLER = 100
const SMALL: ShopSize = {
  products: BIG.products / SMALLER,
  customers: BIG.customers / SMALLER,
  orders: BIG.orders / SMALLER,
}
/** The number of requests per read; fewer if they take longer than `SECONDS`. */
const ASKED = 200
const SECONDS = 1
const TARGET_MS = 100

interface Figure {
  name: string
  small: Answered
  big: Answered
}

/** The export figures of the shop measured last, which is the big one. */
let exports: ExportFigure[] = []

const postgres = await startScalePostgres()
try {
  const small = await measure('small', SMALL)
  const big = await measure('big', BIG)
  await report(
    [...big].map(([name, answered]) => ({
      name,
      big: answered,
      small: small.get(name) ?? answered,
    })),
    exports,
  )
} finally {
  await postgres.stop()
}

async function measure(name: string, size: ShopSize): Promise<Map<string, Answered>> {
  const begun = Date.now()
  const databaseUrl = await postgres.create(`barq_owner_${name}`)
  const db = await openDatabase({ databaseUrl, dataDir: '' })
  await migrate(db)
  await fillShop(db, size)
  console.log(`${size.orders} orders generated in ${((Date.now() - begun) / 1000).toFixed(0)} s`)
  const shop = await startShop(databaseUrl)
  try {
    exports = await measureExports(shop)
    console.log(exportsInWords(exports).join('\n'))
    return await askEach(shop, await readsOfOwner(db))
  } finally {
    shop.stop()
    await db.close()
  }
}

async function askEach(
  { base, token }: { base: string; token: string },
  reads: readonly OwnerRead[],
): Promise<Map<string, Answered>> {
  const figures = new Map<string, Answered>()
  for (const { name, paths } of reads) {
    const wishes = function* (count: number, ends: number) {
      for (let at = 0; at < count && Date.now() < ends; at++) {
        yield { path: `/api/admin/${paths[at % paths.length]}`, token }
      }
    }
    await askAll(base, wishes(5, Number.POSITIVE_INFINITY), 1)
    const answered = await askAll(base, wishes(ASKED, Date.now() + SECONDS * 1000), 1)
    if (answered.failed > 0)
      throw new Error(`${name}: ${answered.failed} responses were not successful`)
    figures.set(name, answered)
    console.log(`${name}: ${answered.p50.toFixed(1)} ms, p99 ${answered.p99.toFixed(1)}`)
  }
  return figures
}

async function startShop(databaseUrl: string) {
  const child = fork(join(import.meta.dirname, 'scale-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = <T>() =>
    new Promise<T>((resolve, reject) => {
      child.once('message', (message) => resolve(message as T))
      child.once('exit', () => reject(new Error('the shop exited too early')))
    })
  child.send({ databaseUrl, dataDir: '', customers: 0 })
  const { port } = await next<{ port: number }>()
  child.send('owner')
  const token = await next<string>()
  const memory = () => {
    child.send('memory')
    return next<number>()
  }
  return { base: `http://127.0.0.1:${port}`, token, memory, stop: () => void child.kill() }
}

async function report(figures: Figure[], exported: readonly ExportFigure[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const slow = figures.filter(({ big }) => big.p99 > TARGET_MS)
  const slowInMedian = slow.filter(({ big }) => big.p50 > TARGET_MS)
  const text = [
    `# The owner's reads, ${date}`,
    '',
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}; PostgreSQL; one client over HTTP;`,
    `up to ${ASKED} requests or ${SECONDS} s each; times in ms; \`npm run bench\` (or \`node tools/bench/owner.ts\`).`,
    `Small: ${inWords(SMALL)}. Big: ${inWords(BIG)}.`,
    '',
    '| read | small p50 | small p99 | big p50 | big p99 | big p50 / small p50 |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map(
      ({ name, small, big }) =>
        `| ${name} | ${[small.p50, small.p99, big.p50, big.p99].map((ms) => ms.toFixed(1)).join(' | ')} | ${(big.p50 / small.p50).toFixed(1)} |`,
    ),
    '',
    ...exportsInWords(exported),
    '',
    `Target for reads: ${TARGET_MS} ms. Median: ${verdict(slowInMedian)}; p99: ${verdict(slow)}.`,
    '',
  ].join('\n')
  await writeFile(join(import.meta.dirname, 'results', `${date}-owner.md`), text)
  console.log(`\n${text}\nWritten to tools/bench/results/${date}-owner.md`)
  if (slowInMedian.length > 0) process.exitCode = 1
}

function verdict(slow: readonly Figure[]): string {
  return slow.length === 0
    ? 'met by all reads'
    : `missed by ${slow.map(({ name }) => name).join('; ')}`
}

function inWords({ products, customers, orders }: ShopSize): string {
  const [p, c, o] = [products, customers, orders].map((count) => count.toLocaleString('en'))
  return `${p} products, ${c} customers, ${o} orders`
}
