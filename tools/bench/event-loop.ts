/**
 * Measures how long individual requests block the event loop, with the largest inputs that they accept. The limits are
 * 20 ms of CPU time for customers' requests (20 ms of blocking for responses sent in slices), and 100 ms of blocking
 * for staff requests. After the server has started, each request is sent once, then up to twenty more times. `npm run
 * bench:event-loop` (`BENCH_DATABASE_URL` for PostgreSQL).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import * as limits from '../../contract/limits.ts'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { generateProducts } from './products/generate-products.ts'
import { goodsOf, makeOwner } from './scale-data.ts'
import type { LoopUse } from './scale-server.ts'
import { signInCustomers } from './sign-in.ts'

const PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 20_000)
const AGAIN = 20
const CUSTOMER_MS = 20
const STAFF_MS = 100

interface Wish {
  name: string
  by: 'customer' | 'staff'
  call: string
  body?: unknown
  file?: string
  /** Whether the response is sent in slices, between which other requests are served. */
  inSlices?: true
}

interface Figure extends Wish {
  status: number
  first: LoopUse
  /** The medians of all requests but the first. */
  later: LoopUse
}

const dataDir = await mkdtemp(join(tmpdir(), 'barq-loop-'))
const databaseUrl = process.env.BENCH_DATABASE_URL ?? ''
const db = await openDatabase({ databaseUrl: databaseUrl || null, dataDir })
try {
  await migrate(db)
  await generateProducts(db, { count: PRODUCTS, seed: 1, userId: await makeOwner(db) })
  const [customer] = await signInCustomers(db, 1)
  const goods = (await goodsOf(db)).ids
  const wishes = await prepare(db, goods, customer?.token ?? '')
  const figures: Figure[] = []
  const server = await startServer()
  const tokens = { customer: customer?.token ?? '', staff: server.owner }
  for (const wish of wishes) figures.push(await measure(server, wish, tokens[wish.by]))
  await server.stop()
  await report(figures)
} finally {
  await db.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
}

/**
 * Stores long addresses, a full cart and 1,000 orders for the customer, and the longest texts for some products.
 * @param token the customer's access token.
 * @returns the requests to measure.
 */
async function prepare(db: Database, goods: number[], token: string): Promise<Wish[]> {
  const server = await startServer()
  const ask = async (call: string, by: string, body?: unknown) => {
    const { status, text } = await send(server.base, by, { call, body })
    if (status >= 300) throw new Error(`${call}: ${status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const lines = goods.slice(0, limits.ORDER_LINES_MAX).map((Product) => ({ Product, quantity: 9 }))
  const address = {
    name: 'ن'.repeat(limits.ADDRESS_FIELD_MAX),
    phone: '050 123 4567',
    country: 'AE',
    region: 'DU',
    city: 'Dubai',
    lines: Array(3).fill('ش'.repeat(100)),
    note: 'x'.repeat(limits.ADDRESS_NOTE_MAX),
  }
  for (let count = 0; count < 3; count++) await ask('POST /api/user/addresses', token, address)
  for (const { Product } of lines) await ask('POST /api/user/cart', token, { cart: Product })
  const placed = await ask('POST /api/user/order', token, { orders: lines })
  const [{ purchaseId }] = placed.data
  for (const order of placed.data) {
    await ask(`POST /api/admin/orders/${order.id}/confirm`, server.owner)
  }
  await ask(`POST /api/user/purchases/${purchaseId}/payment`, token, {})
  for (let count = 0; count < 9; count++) {
    await ask('POST /api/user/order', token, { orders: lines })
  }
  const specs = Array.from({ length: limits.SPECS_MAX }, (_, n) => ({
    key: `k${n}`,
    label: 'l'.repeat(80),
    label_ar: 'ع'.repeat(80),
    value: 'v'.repeat(200),
    value_ar: 'ق'.repeat(200),
  }))
  await sql`update product set specs = ${JSON.stringify(specs)}, description = ${'d '.repeat(2500)}
    where id = any(${goods.slice(0, 4)}::bigint[])`.execute(db.run)
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from invoice`.execute(db.run)
  await server.stop()
  const words = (word: string) => encodeURIComponent(word.repeat(40).slice(0, limits.SEARCH_MAX))
  const places = Array.from({ length: limits.DELIVERY_PLACES_MAX }, (_, n) => `QA-place ${n}`)
  return [
    {
      name: 'profile with a country',
      by: 'customer',
      call: 'PUT /api/auth/user/update',
      body: {
        username: 'bench',
        email: 'loop@example.com',
        country: 'United Arab Emirates',
        phone: '+971 50 123 4567',
      },
    },
    { name: 'address', by: 'customer', call: 'POST /api/user/addresses', body: address },
    { name: 'countries of addresses', by: 'customer', call: 'GET /api/user/addresses/countries' },
    { name: 'addresses', by: 'customer', call: 'GET /api/user/addresses' },
    { name: 'cart of 100 lines', by: 'customer', call: 'GET /api/user/cart' },
    {
      name: 'quote of 100 lines',
      by: 'customer',
      call: 'POST /api/user/quote',
      body: { orders: lines },
    },
    {
      name: 'order of 100 lines',
      by: 'customer',
      call: 'POST /api/user/order',
      body: { orders: lines },
    },
    { name: '200 orders', by: 'customer', call: 'GET /api/user/order' },
    {
      name: 'own data, 1,000 orders',
      by: 'customer',
      call: 'GET /api/auth/user/data',
      inSlices: true,
    },
    { name: 'invoice as PDF', by: 'customer', call: `GET /api/user/invoices/${rows[0]?.id}/pdf` },
    {
      name: 'search, 200 letters',
      by: 'customer',
      call: `GET /api/products?search=${words('orvane phone ')}&facets=true&limit=60`,
    },
    {
      name: 'search, mistyped',
      by: 'customer',
      call: `GET /api/products?search=${words('orvnae fone ')}&facets=true&limit=60`,
    },
    {
      name: 'search without results',
      by: 'customer',
      call: `GET /api/products?search=${words('zq xw ')}&facets=true&limit=60`,
    },
    {
      name: 'category with counts',
      by: 'customer',
      call: 'GET /api/products?category=Phones&facets=true&limit=60&group=family&inStock=true&sort=price',
    },
    {
      name: 'suggestions',
      by: 'customer',
      call: 'GET /api/products/suggest?q=orvane',
    },
    {
      name: 'comparison of four',
      by: 'customer',
      call: `GET /api/products/compare?ids=${goods.slice(0, 4)}`,
    },
    { name: 'product', by: 'customer', call: `GET /api/products/${goods[0]}` },
    {
      name: 'body of 64 kB',
      by: 'customer',
      call: 'POST /api/user/quote',
      body: { orders: Array(2900).fill({ Product: 'x' }) },
    },
    { name: 'description of the API', by: 'customer', call: 'GET /api/openapi.json' },
    { name: 'orders, a page', by: 'staff', call: 'GET /api/admin/orders?limit=60' },
    { name: 'dashboard', by: 'staff', call: 'GET /api/admin/dashboard?days=90' },
    {
      name: 'shipping method, 300 places',
      by: 'staff',
      call: 'POST /api/admin/shipping-methods',
      body: {
        name: 'x',
        name_ar: 'x',
        places,
        fee: 1,
        free_from: null,
        days_min: null,
        days_max: null,
        last_hour: null,
        is_active: false,
      },
    },
    { name: 'products as CSV', by: 'staff', call: 'GET /api/admin/products/export' },
    { name: 'catalog as ZIP', by: 'staff', call: 'GET /api/admin/catalog/export' },
    { name: 'orders as CSV', by: 'staff', call: 'GET /api/admin/exports/orders' },
    {
      name: 'check of 20,000 rows',
      by: 'staff',
      call: 'POST /api/admin/products/imports?mode=check',
      file: largeTable(),
    },
  ]
}

function largeTable(): string {
  const text = 'long description '.repeat(50)
  const rows = Array.from(
    { length: limits.IMPORT_ROWS_MAX },
    (_, n) => `L-${n},Accessories,Cable number ${n},كابل ${n},${text},نص,10.00,5`,
  )
  return `sku,category,name,name_ar,description,description_ar,price,stock\n${rows.join('\n')}`
}

async function measure(
  server: Awaited<ReturnType<typeof startServer>>,
  wish: Wish,
  token: string,
): Promise<Figure> {
  const uses: LoopUse[] = []
  let status = 0
  for (let count = 0; count <= AGAIN; count++) {
    await pause(100)
    await server.loop()
    const answer = await send(server.base, token, wish)
    // Some endpoints accept only a few attempts, and a rejection says nothing about their cost.
    if (status > 0 && answer.status !== status) break
    status = answer.status
    // Includes work that continues after the response.
    await pause(20)
    uses.push(await server.loop())
  }
  const [first, ...later] = uses
  const median = (of: keyof LoopUse) =>
    later.map((use) => use[of]).sort((a, b) => a - b)[Math.floor(later.length / 2)] ?? 0
  const none = { busy: 0, longest: 0 }
  const figure = {
    ...wish,
    status,
    first: first ?? none,
    later: { busy: median('busy'), longest: median('longest') },
  }
  console.log(lineOf(figure))
  return figure
}

async function send(
  base: string,
  token: string,
  { call, body, file }: Pick<Wish, 'call' | 'body' | 'file'>,
) {
  const [method = '', path = ''] = call.split(' ')
  const form = new FormData()
  if (file) form.append('file', new Blob([file]), 'products.csv')
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: form }),
  })
  return { status: response.status, text: await response.text() }
}

async function startServer() {
  const child = fork(join(import.meta.dirname, 'scale-server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = async <T>() => (await once(child, 'message'))[0] as T
  child.send({ databaseUrl, dataDir, customers: 0 })
  const { port } = await next<{ port: number }>()
  const answer = <T>(wish: string) => {
    child.send(wish)
    return next<T>()
  }
  const owner = await answer<string>('owner')
  // Waits for the reads at startup, so that no measurement includes them.
  await pause(3000)
  return {
    base: `http://127.0.0.1:${port}`,
    owner,
    loop: () => answer<LoopUse>('loop'),
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Whether the request exceeds its limit. Ignores the first one of its kind, which mostly loads code. */
function isOver({ by, later, inSlices }: Figure): boolean {
  if (by === 'staff') return later.longest > STAFF_MS
  return (inSlices ? later.longest : later.busy) > CUSTOMER_MS
}

function lineOf(figure: Figure): string {
  const { name, by, status, first, later } = figure
  const ms = [first.busy, first.longest, later.busy, later.longest].map((one) => one.toFixed(1))
  return `| ${name} | ${by} | ${status} | ${ms.join(' | ')} | ${isOver(figure) ? 'over' : ''} |`
}

async function report(figures: readonly Figure[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const ordered = figures.toSorted((a, b) => b.later.busy - a.later.busy)
  const text = [
    `# Event loop time per request, ${date}`,
    '',
    `${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}; load ${loadavg()[0]?.toFixed(1)} at the end; ${PRODUCTS.toLocaleString('en')} products; server, database and client share the machine. For each request, the CPU time of the event loop's thread, and the longest time that the event loop was blocked (longer on a busy machine), both in milliseconds: for the first request of its kind after a start, and the median of up to twenty later requests. "over": later customer requests used more than ${CUSTOMER_MS} ms (if the response is sent in slices: blocked for longer than that), or later staff requests blocked for more than ${STAFF_MS} ms. \`npm run bench:event-loop\`.`,
    '',
    '| call | by | status | first, CPU | first, blocked | later, CPU | later, blocked | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...ordered.map(lineOf),
    '',
  ].join('\n')
  await writeFile(join(import.meta.dirname, `results/${date}-event-loop.md`), text)
  console.log(text)
}
