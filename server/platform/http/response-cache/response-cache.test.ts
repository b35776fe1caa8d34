import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { countBypasses } from '#tests/kit/cache-bypass.ts'
import { type Live, openLive } from '#tests/kit/live.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { exchange, request } from '#tests/wire/raw.ts'
import {
  type Built,
  createResponseCache,
  type ResponseCache,
  type Source,
  type Wish,
} from './response-cache.ts'

const ITS_OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding']

const CHUNKED = { 'transfer-encoding': 'chunked' }

describeShop('an answer that was given before', (shop) => {
  let live: Live
  let id: number

  beforeAll(async () => {
    live = await openLive(shop.db)
    id = await shop.product({ name: 'Sonveil Earbuds برق', stock: 5 })
  })
  afterAll(() => live.close())

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(live.url + path, {
      headers: { 'accept-encoding': 'identity', ...headers },
    })
    const known = [...answer.headers].filter(([name]) => !ITS_OWN.includes(name))
    return { status: answer.status, headers: known, text: await answer.text() }
  }

  it.for(['identity', 'gzip', 'br'])('is the same again, %s', async (encoding) => {
    for (const path of [`/api/products/${id}`, '/api/', '/api/products?category=Phones']) {
      const headers = { 'accept-encoding': encoding }
      const first = await ask(path, headers)
      const { result, bypassCache } = await countBypasses(async () => [
        await ask(path, headers),
        await ask(path, headers),
      ])
      const [second, third] = result

      expect(bypassCache).toBe(0)
      expect(first).toMatchObject({ status: 200 })
      expect(JSON.parse(first.text)).toBeTruthy()
      expect([second, third]).toEqual([first, first])
    }
  })

  it('is not sent again to a client that has it', async () => {
    const path = `/api/products/${id}`
    const first = await ask(path)
    const etag = new Map(first.headers).get('etag') ?? ''

    const wholly = { 'if-none-match': etag, range: 'bytes=0-1' }
    const { result: answers, bypassCache } = await countBypasses(async () => [
      await ask(path, wholly),
      await ask(path, { 'if-none-match': etag }),
    ])

    expect(bypassCache).toBe(1)
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [304, ''],
      [304, ''],
    ])
    expect(answers[1]?.headers).toEqual(answers[0]?.headers)
    expect((await ask(path, { 'if-none-match': '"other"' })).text).toBe(first.text)
  })

  it.for([
    ['HEAD', request('HEAD', '/api/products?limit=2')],
    ['a range', request('GET', '/api/products?limit=2', { range: 'bytes=0-9' })],
    ['an origin', request('GET', '/api/products?limit=2', { origin: 'http://localhost:5173' })],
    ['a token', request('GET', '/api/products?limit=2', { authorization: 'Bearer x' })],
    ['a body', request('GET', '/api/products?limit=2', {}, 'x')],
    ['a body in chunks', `${request('GET', '/api/products?limit=2', CHUNKED)}0\r\n\r\n`],
  ] as const)('is given by the framework to a request with %s', async ([, bytes]) => {
    const known = request('GET', '/api/products?limit=2')
    await exchange(live.port, known)
    const before = await countBypasses(() => exchange(live.port, known))
    const { result, bypassCache } = await countBypasses(() => exchange(live.port, bytes))

    expect([before.bypassCache, bypassCache]).toEqual([0, 1])
    expect(result.status).toBe(200)
  })
})

it('an answer in a language is given to those who speak it, until it changes', async () => {
  const cache = createResponseCache()
  const asked = (language: string) =>
    ({ method: 'GET', url: '/', headers: { 'accept-language': language } }) as IncomingMessage
  for (const key of ['en', 'ar']) {
    await cache.get({ key, tags: [key], build: async () => ({ json: key, tags: [] }) })
    cache.remember(key, asked(key), {})
  }
  const given = (language: string) => {
    const response = { writeHead() {}, end: vi.fn<(body: Buffer) => void>() }
    cache.serveFromCache(asked(language), response as unknown as ServerResponse)
    return response.end.mock.lastCall?.map(String)
  }
  expect(['ar-EG', 'en', 'de'].map(given)).toEqual([['ar'], ['en'], ['en']])
  cache.invalidate(['en'])
  expect(['ar', 'en'].map(given)).toEqual([['ar'], undefined])
})

const LAGS = ['shown']
const STALE = ['changed']
const OTHERS = ['other']

describe('an answer that is being built', () => {
  const builds: Array<PromiseWithResolvers<Built>> = []
  const source: Source = {
    key: 'one',
    tags: ['changed', 'shown'],
    build() {
      const next = Promise.withResolvers<Built>()
      builds.push(next)
      return next.promise
    },
  }
  const end = async (index: number, price: number) => {
    builds[index]?.resolve({ json: `${price}`, tags: [] })
    await vi.advanceTimersByTimeAsync(0)
  }
  let isReliable = true
  let cache: ResponseCache
  const price = async (wish: Wish = {}) => String((await cache.get(source, wish)).plain)
  beforeEach(() => {
    vi.useFakeTimers()
    builds.length = 0
    isReliable = true
    cache = createResponseCache({ isReliable: () => isReliable })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Builds the response, with a price of 10. */
  async function built(): Promise<void> {
    const first = price()
    await end(0, 10)
    expect(await first).toBe('10')
  }

  it('before a change is only for those who asked before it', async () => {
    const before = price()
    cache.invalidate(STALE)
    const after = price()
    expect(builds).toHaveLength(2)

    await end(1, 20)
    await end(0, 10)
    expect([await before, await after, await price()]).toEqual(['10', '20', '20'])
    expect(builds).toHaveLength(2)
  })

  it('when something unrelated changes is kept', async () => {
    const first = price()
    cache.invalidate(OTHERS)
    cache.lag(OTHERS)
    await end(0, 10)
    expect([await first, await price()]).toEqual(['10', '10'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(builds).toHaveLength(1)
  })

  it('may turn out to depend on what changed', async () => {
    const list: Source = {
      key: 'list',
      tags: ['product:*'],
      build: async () => ({ json: '[]', tags: ['product:1'] }),
    }
    const build = vi.spyOn(list, 'build')
    const first = cache.get(list)
    cache.invalidate(['product:7'])
    await first
    await cache.get(list)
    expect(build).toHaveBeenCalledTimes(2)

    cache.invalidate(['product:7', 'stock:1'])
    await cache.get(list)
    expect(build).toHaveBeenCalledTimes(2)
    cache.invalidate(['product:1'])
    await cache.get(list)
    expect(build).toHaveBeenCalledTimes(3)
  })

  it('lags for a second at most, and never for a caller who must see the change', async () => {
    await built()
    cache.lag(LAGS)
    expect(await price()).toBe('10')
    const current = price({ isCurrent: true })
    await end(1, 20)
    expect([await current, await price()]).toEqual(['20', '20'])

    cache.lag(LAGS)
    await vi.advanceTimersByTimeAsync(800)
    expect(await price()).toBe('20')
    expect(builds).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(200)
    const late = price()
    await end(2, 30)
    expect([await late, await price()]).toEqual(['30', '30'])
  })

  it('for a caller who must see a change is not one that began before it', async () => {
    await built()
    cache.lag(LAGS)
    const one = price({ isCurrent: true })
    cache.lag(LAGS)
    const other = price({ isCurrent: true })
    await end(1, 20)
    await end(2, 30)
    expect([await one, await other, await price()]).toEqual(['20', '30', '30'])
  })

  const fail = async (index: number, code: string) => {
    builds[index]?.reject(Object.assign(new Error('as asked'), { code }))
    await vi.advanceTimersByTimeAsync(0)
  }

  /** Requests the response after it has expired, so that `builds[1]` rebuilds it even though nothing has changed. */
  async function aged(): Promise<{ asked: Promise<string> }> {
    await built()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await price()).toBe('10')
    await vi.advanceTimersByTimeAsync(1_000)
    const asked = price()
    asked.catch(() => {})
    expect(builds).toHaveLength(2)
    return { asked }
  }

  it('stays while the database is unavailable, and is tried again, for a minute at most', async () => {
    const { asked } = await aged()
    cache.invalidate(OTHERS)
    await fail(1, 'ETIMEDOUT')
    expect([await asked, await price()]).toEqual(['10', '10'])
    expect(builds).toHaveLength(2)

    await vi.advanceTimersByTimeAsync(30_000)
    const late = expect(price()).rejects.toThrow('as asked')
    await fail(2, 'ETIMEDOUT')
    await late
    const renewed = price()
    await end(3, 20)
    expect(await renewed).toBe('20')
  })

  it.for([
    ['lags behind a change', 'ETIMEDOUT'],
    ['failed for another reason', '42703'],
  ] as const)('does not stay when it %s', async ([why, code]) => {
    const { asked } = await aged()
    if (why === 'lags behind a change') cache.lag(LAGS)
    await fail(1, code)
    await expect(asked).rejects.toThrow('as asked')
    const renewed = price()
    await end(2, 20)
    expect(await renewed).toBe('20')
  })

  it('is doubted while changes may be missed: it is very recent, or the database is asked', async () => {
    await built()
    isReliable = false
    expect(await price()).toBe('10')
    await vi.advanceTimersByTimeAsync(150)
    const asked = price()
    await end(1, 20)
    expect(await asked).toBe('20')

    await vi.advanceTimersByTimeAsync(150)
    const refused = price()
    await fail(2, 'ECONNREFUSED')
    expect([await refused, await price()]).toEqual(['20', '20'])

    await vi.advanceTimersByTimeAsync(150)
    const failed = expect(price()).rejects.toThrow('as asked')
    cache.lag(LAGS)
    await fail(3, 'ECONNREFUSED')
    await failed

    isReliable = true
    cache.invalidateAll()
    const back = price()
    await end(4, 30)
    expect(await back).toBe('30')
  })

  it('that fails is not kept', async () => {
    const first = expect(price()).rejects.toThrow('as asked')
    await fail(0, '42703')
    await first
    const second = price()
    await end(1, 10)
    expect(await second).toBe('10')
  })
})
