/** Two processes of the shop share a PostgreSQL server: changes through one are visible in the other. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urlOf } from '#tests/kit/databases.ts'
import { freePorts } from '#tests/kit/free-port.ts'
import { SECRET } from '#tests/kit/live.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { call, change, createCounter, watch, withMemory } from './freshness.ts'

interface Process {
  url: string
}

describeShop('two processes of one shop', (shop) => {
  let folder: string
  let one: Process
  let other: Process

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'barq-two-'))
    const url = await urlOf(shop.db)
    // Reserves all four ports together, because a released port could be handed out again.
    const [a = 0, b = 0, c = 0, d = 0] = await freePorts(4)
    ;[one, other] = await Promise.all([open(url, a, b), open(url, c, d)])
  })

  afterAll(async () => {
    endPrograms()
    await rm(folder, { recursive: true, force: true })
  })

  it('a currency chosen in one also applies in the other', async () => {
    const [{ token }, product] = [await shop.admin(), await shop.product({ price: 12.5 })]
    const path = '/api/admin/shop-details'
    const choose = async (currency: string | null) => {
      const { data } = (await call(one, 'GET', path, token)).body
      return (await call(one, 'PUT', path, token, { ...data, currency })).status
    }
    const shown = async (): Promise<unknown> => {
      const { currency } = (await call(other, 'GET', '/api/config')).body
      return [currency, (await call(other, 'GET', `/api/products/${product}`)).body.price]
    }
    expect(await shown()).toEqual(['USD', 12.5])
    expect(await choose('KWD')).toBe(200)
    await expect.poll(shown).toEqual(['KWD', 12.5])
    expect(await choose(null)).toBe(200)
  })

  it('a shop closed in one is also closed in the other', async () => {
    const [{ token }, customer] = [await shop.admin(), await shop.customer()]
    const path = '/api/admin/shop-rules'
    const { data } = (await call(one, 'GET', path, token)).body
    const close = (is_closed: boolean) =>
      call(one, 'PUT', path, token, { ...data, is_closed, version: undefined })
    const shown = async () => (await call(other, 'GET', '/api/config')).body.maintenance
    expect(await shown()).toBeNull()
    await close(true)
    const body = { orders: [{ Product: await shop.product() }] }
    const refused = await call(other, 'POST', '/api/user/order', customer.token, body)
    expect(refused.body.error).toBe('maintenance')
    await expect.poll(shown).not.toBeNull()
    await close(false)
    await expect.poll(shown).toBeNull()
  })

  it('what staff change through one is in every read from the other', async () => {
    const admin = await shop.admin()
    const id = await shop.product({ price: 1 })
    const counter = createCounter(1)
    const paths = [`/api/products/${id}`, '/api/products?category=Phones', '/api/']
    const viewsOf = (ask: (path: string) => ReturnType<typeof call>) =>
      paths.map((path) => ({
        name: path,
        counter,
        async read() {
          const { body } = await ask(path)
          return body.price ?? body.products.find((each: { id: number }) => each.id === id).price
        },
      }))
    const edit = async (price: number) => {
      const edited = await call(one, 'PUT', `/api/admin/products/${id}`, admin.token, {
        name: 'Lamp',
        name_ar: 'مصباح',
        description: 'Shines',
        description_ar: 'ساطع',
        category: 'Phones',
        seller: 'Barq',
        price,
        version: price - 1,
      })
      expect(edited.status).toBe(200)
    }
    const changes = volume(3, 40)
    const editAll = async () => {
      for (let made = 0; made < changes; made++) await change(counter, edit)
    }
    const anybody = (path: string) => call(other, 'GET', path)

    await editAll()
    for (const { read } of viewsOf(anybody)) await expect.poll(read).toBe(counter.answered)
    // Only at full volume, because a busy machine may miss the limit of two seconds.
    if (IS_FULL) expect(await watch(viewsOf(anybody), 2_000, editAll)).toEqual([])

    const own = (path: string) => call(other, 'GET', path, admin.token)
    const ofStaff = await watch(viewsOf(own), 0, editAll)
    const control = await watch(viewsOf(withMemory(own)), 0, editAll)

    expect(ofStaff).toEqual([])
    expect(control.length).toBeGreaterThan(0)
  })

  it('what a customer does through one is visible to them through the other', async () => {
    const { token, email } = await shop.customer()
    const id = await shop.product({ stock: 1000 })
    const lists = ['/api/products?category=Phones&limit=33', '/api/products?sort=sold&limit=33']
    const shown = async (at: Process, path: string, by?: string) => {
      const { body } = await call(at, 'GET', path, by)
      return body.products?.find((each: { id: number }) => each.id === id) ?? body
    }
    const rounds = volume(3, 15)
    const both = [one, other]
    for (let round = 1; round <= rounds; round++) {
      // As behind a load balancer: each request may reach either process, while other clients keep reading.
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one]
      for (const at of both) for (const path of lists) await shown(at, path)
      const orders = [{ Product: id, quantity: 1 }]
      const ordered = await call(writer, 'POST', '/api/user/order', token, { orders })
      expect(ordered.status).toBe(201)
      expect(await shown(reader, `/api/products/${id}`)).toMatchObject({ quantity: 1000 - round })
      for (const path of lists)
        expect(await shown(reader, path, token)).toMatchObject({ quantity: 1000 - round })

      const rating = 1 + (round % 5)
      await call(reader, 'POST', '/api/user/rate', token, { productId: id, rating })
      for (const path of [`/api/products/${id}`, ...lists])
        expect(await shown(writer, path, token)).toMatchObject({ rating })

      await call(writer, 'POST', '/api/user/cart', token, { cart: id })
      expect((await call(reader, 'GET', '/api/', token)).body.carts).toHaveLength(1)
      const username = `Name ${round}`
      const profile = { username, email, phone: '', country: '', city: '' }
      const updated = await call(reader, 'PUT', '/api/auth/user/update', token, profile)
      expect(updated.status).toBe(200)
      expect((await call(writer, 'GET', '/api/user', token)).body).toMatchObject({ username })
    }
    const out = await call(one, 'POST', '/api/auth/logout', token, {})
    expect(out.status).toBe(200)
    expect((await call(other, 'GET', '/api/user', token)).status).toBe(401)
  })

  it('attempts through both count together', async () => {
    const { email } = await shop.customer()
    const guess = async (at: Process, password: string) =>
      (await call(at, 'POST', '/api/auth/login', undefined, { email, password })).status
    const statuses: number[] = []
    for (let attempt = 0; attempt < 10; attempt++)
      statuses.push(await guess(attempt % 2 === 0 ? one : other, 'wrong horse'))

    expect(statuses).toEqual(Array(10).fill(401))
    expect([await guess(one, PASSWORD), await guess(other, PASSWORD)]).toEqual([429, 429])
  })

  async function open(databaseUrl: string, port: number, realtimePort: number): Promise<Process> {
    const program = runProgram({
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      UNPAID_ORDERS_MAX: 'off',
      PORT: String(port),
      REALTIME_PORT: String(realtimePort),
      REALTIME_APP_SECRET: SECRET,
    })
    return { url: await program.open }
  }
})
