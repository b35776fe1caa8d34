import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Live, openLive } from '../../../testing/live.ts'
import { describeShop } from '../../../testing/shop.ts'
import { countWholeWay } from '../../../testing/whole-way.ts'
import { exchange, request } from '../../../testing/wire/raw.ts'
import { type Built, createResponseCache } from './response-cache.ts'

/** Differ from one answer to the next. */
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
      const { result, wholeWay } = await countWholeWay(async () => [
        await ask(path, headers),
        await ask(path, headers),
      ])
      const [second, third] = result

      expect(wholeWay).toBe(0)
      expect(first).toMatchObject({ status: 200 })
      expect(JSON.parse(first.text)).toBeTruthy()
      expect([second, third]).toEqual([first, first])
    }
  })

  it('is not sent again to whoever has it', async () => {
    const path = `/api/products/${id}`
    const first = await ask(path)
    const etag = new Map(first.headers).get('etag') ?? ''

    const wholly = { 'if-none-match': etag, range: 'bytes=0-1' }
    const { result: answers, wholeWay } = await countWholeWay(async () => [
      await ask(path, wholly),
      await ask(path, { 'if-none-match': etag }),
    ])

    expect(wholeWay).toBe(1)
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [304, ''],
      [304, ''],
    ])
    expect(answers[1]?.headers).toEqual(answers[0]?.headers)
    expect((await ask(path, { 'if-none-match': '"other"' })).text).toBe(first.text)
  })

  it('carries security headers, and what another origin needs only for that origin', async () => {
    const path = `/api/products/${id}`
    const origin = 'http://localhost:5173'
    await ask(path)
    const [own, foreign, after] = [await ask(path), await ask(path, { origin }), await ask(path)]

    expect(new Map(own.headers).get('content-security-policy')).toContain("default-src 'none'")
    expect(new Map(own.headers).get('vary')).toBe('Origin, accept-encoding')
    expect(new Map(foreign.headers).get('access-control-allow-origin')).toBe(origin)
    expect(after.headers).toEqual(own.headers)
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
    const before = await countWholeWay(() => exchange(live.port, known))
    const { result, wholeWay } = await countWholeWay(() => exchange(live.port, bytes))

    expect([before.wholeWay, wholeWay]).toEqual([0, 1])
    expect(result.status).toBe(200)
  })

  it('gives a signed-in customer their own lines, and nobody else', async () => {
    const { token } = await shop.customer()
    await shop.call('POST', '/api/user/cart', { token, body: { cart: id } })
    const lines = async (headers = {}) => JSON.parse((await ask('/api/', headers)).text).carts

    await lines()
    expect(await lines({ authorization: `Bearer ${token}` })).toHaveLength(1)
    expect(await lines()).toEqual([])
  })

  it('follows a change within a second, and is gone with what it shows', async () => {
    const { token } = await shop.customer()
    const path = `/api/products/${id}`
    await ask(path)
    const order = await fetch(`${live.url}/api/user/order`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ orders: [{ Product: id, quantity: 2 }] }),
    })
    expect(order.status).toBe(201)

    await expect
      .poll(async () => JSON.parse((await ask(path)).text).quantity, { timeout: 5000 })
      .toBe(3)
    const admin = await shop.admin()
    const gone = await fetch(`${live.url}/api/admin/products/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(gone.status).toBeLessThan(300)
    await expect.poll(async () => (await ask(path)).status, { timeout: 5000 }).toBe(404)
  })
})

describe('an answer that is being built', () => {
  const builds: Array<PromiseWithResolvers<Built>> = []
  const build = () => {
    const next = Promise.withResolvers<Built>()
    builds.push(next)
    return next.promise
  }
  const end = async (index: number, price: number) => {
    builds[index]?.resolve({ json: `${price}`, shows: new Set([1]) })
    await vi.advanceTimersByTimeAsync(0)
  }
  let answers: ReturnType<typeof createResponseCache>
  const price = async () => String((await answers.get('one', build)).plain)
  beforeEach(() => {
    vi.useFakeTimers()
    builds.length = 0
    answers = createResponseCache()
  })
  afterEach(() => {
    answers.close()
    vi.useRealTimers()
  })

  it('for the first time is built again when a change came meanwhile', async () => {
    const first = price()
    answers.mark([1])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(builds).toHaveLength(1)
    await end(0, 10)
    expect(await first).toBe('10')

    await vi.advanceTimersByTimeAsync(1_000)
    await end(1, 20)
    expect(await price()).toBe('20')
    expect(builds).toHaveLength(2)
  })

  it('anew and slowly never puts back what was before a later change', async () => {
    const first = price()
    await end(0, 10)
    await first
    answers.mark([1])
    await vi.advanceTimersByTimeAsync(1_000)
    answers.mark([1])
    expect(await price()).toBe('10')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(builds).toHaveLength(2)

    await end(1, 20)
    expect(await price()).toBe('20')
    await vi.advanceTimersByTimeAsync(1_000)
    await end(2, 30)
    expect(await price()).toBe('30')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(builds).toHaveLength(3)
  })

  const fail = async (index: number, code: string) => {
    builds[index]?.reject(Object.assign(new Error('as asked'), { code }))
    await vi.advanceTimersByTimeAsync(0)
  }

  /** An answer that is being built anew for its age alone, as `builds[1]`. */
  async function renewing(): Promise<void> {
    const first = price()
    await end(0, 10)
    await first
    await vi.advanceTimersByTimeAsync(29_000)
    await price()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(builds).toHaveLength(2)
  }

  it('stays while the database cannot answer, and is tried again, for a minute at most', async () => {
    await renewing()
    answers.mark([2])
    await fail(1, 'ETIMEDOUT')
    expect(await price()).toBe('10')

    await vi.advanceTimersByTimeAsync(1_000)
    await fail(2, 'ETIMEDOUT')
    expect(await price()).toBe('10')
    expect(builds).toHaveLength(3)

    await vi.advanceTimersByTimeAsync(30_000)
    await fail(3, 'ETIMEDOUT')
    const anew = price()
    await end(4, 20)
    expect(await anew).toBe('20')
  })

  it('does not stay when a change concerns it, or when anything else failed', async () => {
    await renewing()
    answers.mark([1])
    await fail(1, 'ETIMEDOUT')
    const anew = price()
    await end(2, 20)
    expect(await anew).toBe('20')

    await vi.advanceTimersByTimeAsync(1_000)
    answers.mark([1])
    await vi.advanceTimersByTimeAsync(1_000)
    await fail(3, 'ETIMEDOUT')
    const third = price()
    await end(4, 30)
    expect(await third).toBe('30')

    await vi.advanceTimersByTimeAsync(29_000)
    await price()
    await vi.advanceTimersByTimeAsync(2_000)
    await fail(5, '42703')
    const fourth = price()
    await end(6, 40)
    expect(await fourth).toBe('40')
  })

  it('is dropped when a change concerns it and no turn comes in time', async () => {
    const hanging = new Promise<Built>(() => {})
    let isHanging = false
    const ask = (id: number) =>
      answers.get(`${id}`, async () =>
        isHanging ? hanging : { json: `${id}`, shows: new Set([1]) },
      )
    for (const id of [1, 2, 3]) await ask(id)
    isHanging = true
    answers.mark([1])
    await vi.advanceTimersByTimeAsync(1_000)

    isHanging = false
    const third = await ask(3)
    const builds = vi.fn(async () => ({ json: '3', shows: new Set([1]) }))
    expect(String(third.plain)).toBe('3')
    await answers.get('3', builds)
    expect(builds).not.toHaveBeenCalled()
  })

  it('hundreds that a change concerns are made anew two at a time, the most asked for first, some when they are asked for', async () => {
    const built: number[] = []
    let [building, most] = [0, 0]
    const ask = (id: number) =>
      answers.get(`${id}`, async () => {
        most = Math.max(most, ++building)
        await new Promise((resolve) => setTimeout(resolve, 1))
        building -= 1
        built.push(id)
        return { json: '1', shows: new Set([1]) }
      })
    const all = Array.from({ length: 500 }, (_, id) => ask(id))
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all(all)
    const wanted = [400, 410, 420]
    await Promise.all(wanted.map(ask))
    built.length = most = 0

    answers.mark([1])
    await vi.advanceTimersByTimeAsync(1_000)

    expect(built).toHaveLength(64)
    expect(built.slice(0, 3).sort()).toEqual(wanted)
    expect(most).toBe(2)
    const again = [ask(400), ask(499)]
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all(again)
    expect(built.slice(64)).toEqual([499])
  })
})
