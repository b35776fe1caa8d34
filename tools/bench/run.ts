/**
 * Part of `npm run bench`: compares the shop's main requests with a bare Fastify server in the same run: requests per
 * second, p50 and p99, at 1, 16 and 64 connections, on a PostgreSQL server (at TEST_DATABASE_URL if set) and on the
 * embedded database. The load comes from this process; the two servers are separate processes, measured alternately
 * under the same conditions. The ratio is what counts: absolute figures apply only to the machine named in the report.
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { SERVER_FLAGS } from '../../scripts/setup.mjs'
import { findPostgres } from '../../tests/kit/postgres-server.ts'

export interface ShopSetup {
  databaseUrl: string | null
  dataDir: string
  customers: number
}

export interface BareSetup {
  /** Responses, keyed by path. `head` has only the headers that Fastify does not write by itself. */
  answers: Record<string, { head: Record<string, string>; body: string }>
  databaseUrl: string | null
  dataDir: string
}

/** What a customer chooses for an order, besides its lines. */
export interface OrderChoice {
  addressId: number
  delivery: number
  coupon: string
}

interface Shop {
  port: number
  tokens: string[]
  productIds: number[]
  /** The choices of each customer, at the same index as the customer's token in `tokens`. */
  choices: OrderChoice[]
}

interface Figure {
  engine: string
  call: string
  connections: number
  shop: Measured
  bare: Measured
  /** The shop's requests per second, divided by the bare server's requests per second. */
  ratio: number
}

interface Measured {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

const CONNECTIONS = [1, 16, 64]
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

/** Minimum ratios, at 64 connections on PostgreSQL. */
const TARGETS: Record<string, number> = {
  home: 0.8,
  category: 0.8,
  product: 0.8,
  'cart add': 0.35,
  order: 0.25,
  'full order': 0.77,
}

const figures: Figure[] = []
const postgres = await findPostgres({ isDurable: true })
try {
  await benchEngine('postgres', postgres.url)
  await benchEngine('embedded', null)
} finally {
  await postgres.stop()
}
await report()

async function benchEngine(engine: string, databaseUrl: string | null): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'barq-bench-'))
  const shop = await startServer<ShopSetup, Shop>('shop-server.ts', {
    databaseUrl,
    dataDir: join(dataDir, 'shop'),
    customers: Math.max(...CONNECTIONS),
  })
  const reads = readsOf(shop.reply)
  const answers: BareSetup['answers'] = {}
  for (const [call, path] of Object.entries(reads)) {
    const body = await (await fetch(`http://127.0.0.1:${shop.reply.port}${path}`)).text()
    answers[`/${call}`] = { head: {}, body }
  }
  const bare = await startServer<BareSetup, { port: number }>('bare-server.ts', {
    answers,
    databaseUrl,
    dataDir: join(dataDir, 'bare'),
  })
  for (const connections of CONNECTIONS) {
    for (const [call, path] of Object.entries(reads)) {
      await compare(
        engine,
        call,
        connections,
        get(shop.reply.port, path),
        get(bare.reply.port, `/${call}`),
      )
    }
    const insert = post(bare.reply.port, '/insert', () => ({ body: '{}' }))
    await compare(
      engine,
      'cart add',
      connections,
      post(shop.reply.port, '/api/user/cart', addOf(shop.reply)),
      insert,
    )
    await compare(
      engine,
      'order',
      connections,
      post(shop.reply.port, '/api/user/order', orderOf(shop.reply)),
      insert,
    )
    // Compares an order with an address, a shipping method and a coupon to an order without them.
    await compare(
      engine,
      'full order',
      connections,
      post(shop.reply.port, '/api/user/order', fullOrderOf(shop.reply)),
      post(shop.reply.port, '/api/user/order', orderOf(shop.reply)),
    )
  }
  shop.stop()
  bare.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function readsOf({ productIds }: Shop): Record<string, string> {
  return {
    home: '/api/',
    category: '/api/products?category=Phones&limit=24',
    product: `/api/products/${productIds[0]}`,
  }
}

/** Returns the request for a connection; each connection belongs to a different customer. */
type RequestOf = (connection: number) => { body: string; token?: string }

function addOf({ tokens, productIds }: Shop): RequestOf {
  return (connection) => ({
    token: tokens[connection] ?? '',
    body: JSON.stringify({ cart: productIds[connection % productIds.length] }),
  })
}

function orderOf({ tokens, productIds }: Shop): RequestOf {
  return (connection) => ({
    token: tokens[connection] ?? '',
    body: JSON.stringify({ orders: [{ Product: productIds[connection % productIds.length] }] }),
  })
}

function fullOrderOf({ tokens, productIds, choices }: Shop): RequestOf {
  return (connection) => ({
    token: tokens[connection] ?? '',
    body: JSON.stringify({
      orders: [{ Product: productIds[connection % productIds.length] }],
      ...choices[connection],
    }),
  })
}

type Load = (connections: number) => autocannon.Options

function get(port: number, path: string): Load {
  return (connections) => ({ url: `http://127.0.0.1:${port}${path}`, connections })
}

function post(port: number, path: string, requestOf: RequestOf): Load {
  return (connections) => {
    let next = 0
    return {
      url: `http://127.0.0.1:${port}${path}`,
      connections,
      method: 'POST',
      setupClient(client) {
        const { body, token } = requestOf(next++ % connections)
        client.setBody(body)
        client.setHeaders({
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        })
      },
    }
  }
}

async function compare(
  engine: string,
  call: string,
  connections: number,
  shop: Load,
  bare: Load,
): Promise<void> {
  const measured = {
    shop: await measure(shop(connections)),
    bare: await measure(bare(connections)),
  }
  const ratio = measured.shop.perSecond / measured.bare.perSecond
  figures.push({ engine, call, connections, ...measured, ratio })
  console.log(row(figures.at(-1) as Figure))
}

async function measure(options: autocannon.Options): Promise<Measured> {
  await autocannon({ ...options, duration: 1 })
  const result = await autocannon({ ...options, duration: SECONDS })
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

function row({ engine, call, connections, shop, bare, ratio }: Figure): string {
  const cells = [
    engine,
    call,
    connections,
    shop.perSecond,
    shop.p50,
    shop.p99,
    bare.perSecond,
    bare.p50,
    bare.p99,
  ]
  const errors = shop.errors + bare.errors
  return `| ${cells.join(' | ')} | ${ratio.toFixed(2)} | ${errors} |`
}

async function report(): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}`
  const missed = figures.filter(
    ({ engine, call, connections, ratio }) =>
      engine === 'postgres' && connections === 64 && ratio < (TARGETS[call] ?? 0),
  )
  const text = [
    `# Benchmark, ${date}`,
    '',
    `${machine}; ${SECONDS} s per figure; times in ms; \`npm run bench\`.`,
    '',
    '| engine | call | connections | shop/s | p50 | p99 | bare/s | p50 | p99 | ratio | errors |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...figures.map(row),
    '',
    `Targets at 64 connections on PostgreSQL: ${Object.entries(TARGETS)
      .map(([call, target]) => `${call} ${target}`)
      .join(', ')}.`,
    missed.length === 0
      ? 'All targets were met.'
      : `Missed: ${missed.map(({ call, ratio }) => `${call} (${ratio.toFixed(2)})`).join(', ')}.`,
    'A full order has an address, a shipping method and a coupon; its "bare" columns show an order with none of them.',
    '',
  ].join('\n')
  const file = join(import.meta.dirname, 'results', `${date}.md`)
  await writeFile(file, text)
  console.log(`\n${text}\nWritten to tools/bench/results/${date}.md`)
}

async function startServer<Setup, Reply>(script: string, setup: Setup) {
  const child = fork(join(import.meta.dirname, script), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: SERVER_FLAGS,
  })
  child.send(setup as object)
  const reply = await new Promise<Reply>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Reply))
    child.once('exit', () => reject(new Error(`${script} exited before it was ready`)))
  })
  return { reply, stop: () => child.kill() }
}
