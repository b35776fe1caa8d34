import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Live, openLive } from '../../testing/live.ts'
import { describeShop } from '../../testing/shop.ts'

/** Differ from one answer to the next. */
const ITS_OWN = ['date', 'connection', 'keep-alive', 'transfer-encoding']

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
      const [first, second, third] = [
        await ask(path, headers),
        await ask(path, headers),
        await ask(path, headers),
      ]

      expect(first).toMatchObject({ status: 200 })
      expect(JSON.parse(first.text)).toBeTruthy()
      expect([second, third]).toEqual([first, first])
    }
  })

  it('is not sent again to whoever has it', async () => {
    const path = `/api/products/${id}`
    const first = await ask(path)
    const etag = new Map(first.headers).get('etag') ?? ''

    const answers = [
      await ask(path, { 'if-none-match': etag }),
      await ask(path, { 'if-none-match': etag }),
    ]

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
