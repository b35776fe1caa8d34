/** Two processes of the program on one PostgreSQL: changes through one are visible in the other. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { urlOf } from '#tests/kit/databases.ts'
import { waitingForLocks } from '#tests/kit/deadlocks.ts'
import { freePorts } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { disconnectAll, RawClient, SECRET } from '#tests/kit/live.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { call, change, createCounter, watch, withMemory } from './freshness.ts'

interface Process {
  url: string
  realtimePort: number
}

describeShop('two processes of one shop', (shop) => {
  let folder: string
  let one: Process
  let other: Process

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'barq-two-'))
    const url = await urlOf(shop.db)
    // All at once: a port that was let go could be given out again.
    const [a = 0, b = 0, c = 0, d = 0] = await freePorts(4)
    ;[one, other] = await Promise.all([open(url, a, b), open(url, c, d)])
  })

  afterAll(async () => {
    disconnectAll()
    endPrograms()
    await rm(folder, { recursive: true, force: true })
  })

  it('the currency that is chosen in one is that of the other', async () => {
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
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['KWD', 12.5])
    expect(await choose(null)).toBe(200)
  })

  it('the shop that is closed in one is closed in the other', async () => {
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
    await expect.poll(shown, { timeout: 10_000 }).not.toBeNull()
    await close(false)
    await expect.poll(shown, { timeout: 10_000 }).toBeNull()
  })

  it('a cart event reaches a socket of the other', async () => {
    const [person, product] = [await shop.customer(), await shop.product({ name: 'Shared lamp' })]
    const client = await RawClient.connect(other)
    await client.subscribe(other, person.token, `private-user.${person.id}`)

    const added = await call(one, 'POST', '/api/user/cart', person.token, { cart: product })

    expect(added.status).toBe(200)
    const frame = await client.next('my-event')
    expect(JSON.parse(frame.data)).toMatchObject({ id: product, name: 'Shared lamp' })
  })

  it('a token that one process has cached and the other revoked is refused at once', async () => {
    const { token } = await shop.customer()
    expect((await call(other, 'GET', '/api/user', token)).status).toBe(200)

    const out = await call(one, 'POST', '/api/auth/logout', token, {})

    expect(out.status).toBe(200)
    await expect
      .poll(async () => (await call(other, 'GET', '/api/user', token)).status, { interval: 5 })
      .toBe(401)
  })

  it('what staff changes through one is in every read of the other', async () => {
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
        ...{ name: 'Lamp', name_ar: 'مصباح', description: 'Shines', description_ar: 'ساطع' },
        ...{ category: 'Phones', seller: 'Barq', price, version: price - 1 },
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
    // A limit in seconds, which a busy machine may miss.
    if (IS_FULL) expect(await watch(viewsOf(anybody), 2_000, editAll)).toEqual([])

    const own = (path: string) => call(other, 'GET', path, admin.token)
    const ofStaff = await watch(viewsOf(own), 0, editAll)
    const control = await watch(viewsOf(withMemory(own)), 0, editAll)

    expect(ofStaff).toEqual([])
    expect(control.length).toBeGreaterThan(0)
  })

  it('what a customer does through one is in what they read through the other', async () => {
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
      // Load-balanced: each call may reach either process, while others read all the time.
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

  it('two taps at once without a key through both are two orders, as is documented', async () => {
    const [buyer, Product] = [await shop.customer(), await shop.product()]
    const body = { orders: [{ Product, quantity: 1 }] }

    // Neither finishes before the other has begun.
    const answers: ReturnType<typeof call>[] = []
    await inTransaction(shop.db, async (tx) => {
      await sql`select from product where id = ${Product} for update`.execute(tx)
      for (const at of [one, other])
        answers.push(call(at, 'POST', '/api/user/order', buyer.token, body))
      await expect.poll(() => waitingForLocks(tx)).toBe(2)
    })

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201])
    const rows = await shop.sql<{ reserved: number }>`
        select reserved from product where id = ${Product}`
    expect(rows).toEqual([{ reserved: 2 }])
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
    return { url: await program.open, realtimePort }
  }

  // Last: its products would fill the first pages of the lists that the others read.
  it('payments through both at once leave no gap in the numbers of invoices', async () => {
    const { token: staff } = await shop.admin()
    // Each of another product: payments for one would wait for it, and not for their numbers.
    const products = await shop.products(volume(20, 60), { stock: 5 })
    const placed = await Promise.all(
      products.map(async (Product) => {
        const { token } = await shop.customer()
        const body = { orders: [{ Product }] }
        const { data } = (await call(one, 'POST', '/api/user/order', token, body)).body
        await call(one, 'POST', `/api/admin/orders/${data[0].id}/confirm`, staff)
        return { id: data[0].id as number, token }
      }),
    )

    const paid = await Promise.all(
      placed.map(({ id, token }, index) =>
        call(index % 2 === 0 ? one : other, 'POST', `/api/user/order/${id}/payment`, token, {}),
      ),
    )

    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]))
    const rows = await shop.sql<{ number: number; issued: Date }>`
        select number, issued_at as issued from invoice
        where series = 'test' order by number`
    expect(rows.map(({ number }) => number)).toEqual(placed.map((_, index) => index + 1))
    const times = rows.map(({ issued }) => issued.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })
})
