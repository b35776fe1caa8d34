/** What web/public/service-worker.js caches, and what it serves if no response arrives. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

const SHOP = 'https://shop.example'
const SCRIPT = readFileSync(join(ROOT, 'web/public/service-worker.js'), 'utf8')
const PUBLIC = { 'cache-control': 'no-cache', date: 'Sun, 29 Nov 2026 12:00:00 GMT' }
const SHOWN = '/media/orvane-one/96.avif'
const PRODUCT = '/api/products/7'

let kept: Map<string, Map<string, Response>>
let told: Array<[string, number]>
let network: (url: string) => Promise<Response>
let loseThePatience: () => void
let worker: ReturnType<typeof start>

beforeEach(() => {
  kept = new Map()
  told = []
  network = async (url) => new Response(`new ${url} ${SHOWN}`, { headers: PUBLIC })
  worker = start()
})

/** Starts a new worker: it remembers nothing, but the caches are still there. */
function start() {
  const listeners: Record<string, (event: object) => void> = {}
  const page = (id: string) => ({
    id,
    url: `${SHOP}/carts`,
    postMessage: (at: number) => told.push([id, at]),
  })
  const address = (input: string | { url: string }) =>
    new URL(typeof input === 'string' ? input : input.url, SHOP).href
  const globals = {
    URL,
    Headers,
    Response,
    Map,
    Set,
    Promise,
    Date,
    location: new URL(SHOP),
    setTimeout: (task: () => void) => {
      loseThePatience = task
    },
    self: {
      addEventListener: (name: string, listener: (event: object) => void) => {
        listeners[name] = listener
      },
    },
    fetch: (input: string | { url: string }) => network(address(input).slice(SHOP.length)),
    clients: { get: async (id: string) => page(id) },
    caches: { open: async (name: string) => cacheOf(name) },
  }
  runInContext(SCRIPT, createContext(globals))
  /** Resolves once the worker has finished handling the event. */
  async function happen(name: string, event: object) {
    const tasks: unknown[] = []
    let answer: Promise<Response> | undefined
    const also = {
      waitUntil: (task: unknown) => tasks.push(task),
      respondWith: (response: Promise<Response>) => {
        answer = response
      },
    }
    listeners[name]?.({ ...event, ...also })
    const given = await answer
    await Promise.all(tasks)
    return given
  }
  return {
    /** @returns undefined if the worker leaves the request alone. */
    async ask(path: string, { mode = 'cors', method = 'GET' } = {}) {
      const signal = new AbortController().signal
      const url = address(path)
      const request = { url, mode, method, signal, headers: new Headers() }
      return (await happen('fetch', { request, clientId: 'page' }))?.text()
    },
    hear: (data: string[]) => happen('message', { data: data.map(address), source: page('page') }),
  }
}

function cacheOf(name: string) {
  const entries = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, entries)
  const keyOf = (url: string) => new URL(url, SHOP).href
  return {
    match: async (url: string) => entries.get(keyOf(url))?.clone(),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => entries.delete(url),
    async put(url: string, response: Response) {
      entries.delete(keyOf(url))
      entries.set(keyOf(url), new Response(await response.text(), { headers: response.headers }))
    },
  }
}

const all = () => [...kept.values()].flatMap((entries) => [...entries.keys()])
const disconnect = () => {
  network = () => Promise.reject(new TypeError('Failed to fetch'))
}

it('serves new content while there is a connection, and cached content otherwise', async () => {
  const paths = [PRODUCT, '/api/', '/boot.js', '/api/products?category=Phones']
  for (const path of paths) expect(await worker.ask(path)).toContain(`new ${path}`)
  network = async (url) => new Response(`newer ${url}`, { headers: PUBLIC })
  for (const path of paths) expect(await worker.ask(path)).toBe(`newer ${path}`)
  disconnect()
  worker = start()
  for (const path of paths) expect(await worker.ask(path)).toBe(`newer ${path}`)
  await expect(worker.ask('/api/products/8')).rejects.toThrow('Failed to fetch')
})

it('tells how old its content is, even to a page that was not listening yet', async () => {
  await worker.ask(PRODUCT)
  expect(told).toEqual([])
  disconnect()
  await worker.ask(PRODUCT)
  const page = ['page', Date.parse(PUBLIC.date)]
  expect(told).toEqual([page])
  await worker.hear([])
  expect(told).toEqual([page, page])
})

it('serves the cached answer if none starts to arrive', async () => {
  await worker.ask(PRODUCT)
  network = () => new Promise(() => {})
  const answer = worker.ask(PRODUCT)
  await Promise.resolve()
  loseThePatience()
  expect(await answer).toContain(`new ${PRODUCT}`)
})

it("serves the newest document to every page, in the shop's language", async () => {
  const open = (path: string) => worker.ask(path, { mode: 'navigate' })
  await open('/profile')
  await open('/product/7')
  await open('/contact?lang=ar')
  expect(all()).toEqual([`${SHOP}/`])
  disconnect()
  expect(await open('/orders')).toContain('new /product/7')
})

it("caches a document's answers separately", async () => {
  const answers = { [PRODUCT]: { name: 'A </p>' }, '/api/products?limit=24&category=Phones': {} }
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  const html = (begin: string, head: string, script: string) =>
    `<html${begin} lang="en"><head>${head}Barq</title></head><body>${script}</body></html>`
  const empty = '<div id="root"></div>\n  '
  const brings = html(
    ' data-rendered="en" data-answered',
    '<link rel="preload" as="image" imagesrcset="a 1w"><title>A · 2 TB · ',
    `<div id="root"><div>Rendered</div></div>\n  <script id="answers" type="application/json">${json}</script>`,
  )
  network = async () => new Response(brings, { headers: PUBLIC })
  expect(await worker.ask('/product/7', { mode: 'navigate' })).toBe(brings)
  disconnect()
  expect(await worker.ask('/carts', { mode: 'navigate' })).toBe(html('', '<title>', empty))
  for (const [path, answer] of Object.entries(answers))
    expect(JSON.parse((await worker.ask(path)) ?? '')).toEqual(answer)
  expect(told.map(([, at]) => at)).toEqual([0, 0].map(() => Date.parse(PUBLIC.date)))
})

it('passes on an error, and caches none', async () => {
  await worker.ask(PRODUCT)
  network = async () => new Response('gone', { status: 404, headers: PUBLIC })
  expect(await worker.ask(PRODUCT)).toBe('gone')
  network = async () => new Response('broken', { status: 502, headers: PUBLIC })
  expect(await worker.ask(PRODUCT)).toBe('broken')
  disconnect()
  expect(await worker.ask(PRODUCT)).toContain(`new ${PRODUCT}`)
})

it('requests content that never changes only once', async () => {
  await worker.ask('/api/')
  for (const path of ['/assets/shop-1.js', SHOWN]) {
    await worker.ask(path)
    disconnect()
    expect(await worker.ask(path)).toContain(`new ${path}`)
    network = async (url) => new Response(`new ${url}`, { headers: PUBLIC })
  }
})

it.for([
  ['/api/user/cart'],
  ['/api/auth/user'],
  ['/api/user/order'],
  ['/api/admin/products'],
  ['/api/demo/mails'],
  ['/api/products?ids=1%2C2'],
  ['/api/products/suggest?q=a'],
  ['/api/products/fits?devices=1&ids=2'],
  ['/healthz'],
  ['/api/products', 'cors', 'POST'],
  ['/api/auth/google', 'navigate'],
  ['/feed/en.xml', 'navigate'],
  ['/media/orvane-one/96.avif', 'navigate'],
] as const)('leaves alone: %s', async ([path, mode = 'cors', method = 'GET']) => {
  expect(await worker.ask(path, { mode, method })).toBeUndefined()
  if (mode === 'cors' && method === 'GET') await worker.hear([path])
  expect(all()).not.toContain(SHOP + path)
})

it('caches nothing about an account', async () => {
  // The home page's response for a signed-in user.
  network = async (url) => new Response(url, { headers: { 'cache-control': 'no-store' } })
  expect(await worker.ask('/api/')).toBe('/api/')
  network = async (url) => new Response(`${url} ${SHOWN}`, { headers: PUBLIC })
  await worker.ask(PRODUCT)
  // A customer's own picture, which appears in no public response; also tried after a restart.
  for (worker of [worker, start()])
    for (const picture of ['/media/0123456789abcdef01234567/96.avif', SHOWN])
      expect(await worker.ask(picture)).toContain(picture)
  expect(all()).toEqual([SHOP + PRODUCT, SHOP + SHOWN])
})

it('caches what a page loaded before the worker started, and requests it once', async () => {
  const seen = [SHOWN, PRODUCT, '/assets/shop-1.js', '/api/user/cart', 'https://else.example/a']
  await worker.hear(seen)
  expect(all().sort()).toEqual(
    [SHOWN, PRODUCT, '/assets/shop-1.js', '/'].map((path) => SHOP + path).sort(),
  )
  disconnect()
  await worker.hear([...seen, '/api/products/8'])
  expect(await worker.ask(PRODUCT)).toContain(`new ${PRODUCT}`)
})

it('caches the newest sixty answers', async () => {
  for (let id = 1; id <= 61; id++) await worker.ask(`/api/products/${id}`)
  await worker.ask('/api/products/2')
  await worker.ask('/api/products/62')
  const ids = all().map((url) => Number(url.split('/').at(-1)))
  expect([ids.length, ids.includes(2), ids[0]]).toEqual([60, true, 4])
})
