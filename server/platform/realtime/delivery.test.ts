import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { createDatabase, type Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { urlOf } from '#tests/kit/databases.ts'
import {
  ask,
  disconnectAll,
  heard,
  type Live,
  openLive,
  pusher8,
  RawClient,
} from '#tests/kit/live.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const CUSTOMERS = volume(4, 100)
const EVENTS = volume(25, 100)

describeShop('events', (shop) => {
  const live = liveForSuite(shop)

  it('a cart item arrives after it is stored, as the cart shows it, with its number', async () => {
    const [person, product] = [
      await shop.customer(),
      await shop.product({ name: 'Phone', price: 19.99 }),
    ]
    const client = await RawClient.connect(live)
    await client.subscribe(live, person.token, `private-user.${person.id}`)
    await ask(live, 'POST /api/user/cart', { token: person.token, body: { cart: product } })
    const frame = await client.next('my-event')
    const { Carts } = (await ask(live, 'GET /api/user/cart', { token: person.token })).body
    expect(frame.channel).toBe(`private-user.${person.id}`)
    expect(JSON.parse(frame.data)).toEqual({ ...Carts[0], seq: 1 })
  })

  it('a changed quantity and a removed line arrive once each, and nothing does for the same quantity', async () => {
    const [{ id: personId, token }, id] = [await shop.customer(), await shop.product()]
    const client = await RawClient.connect(live)
    await client.subscribe(live, token, `private-user.${personId}`)
    await ask(live, 'POST /api/user/cart', { token, body: { cart: id } })
    for (const quantity of [1, 2]) {
      await ask(live, `PUT /api/user/cart/${id}`, { token, body: { quantity } })
    }
    await ask(live, `DELETE /api/user/cart/${id}`, { token })
    const next = async () => JSON.parse((await client.next('cart-line-changed')).data)
    expect(await next()).toEqual({ id, quantity: 2 })
    expect(await next()).toEqual({ id, quantity: 0 })
  })

  it('an order and each change of it reach the customer and staff, without its address', async () => {
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const [mine, theirs] = [await RawClient.connect(live), await RawClient.connect(live)]
    await mine.subscribe(live, person.token, `private-user.${person.id}`)
    await theirs.subscribe(live, admin.token, 'private-admin')
    const address = { ...AN_ADDRESS, note: 'The code is 4711' }
    await ask(live, 'POST /api/user/addresses', { token: person.token, body: address })
    const orders = [{ Product: await shop.product() }]
    const reply = await ask(live, 'POST /api/user/order', { token: person.token, body: { orders } })
    // Events pass through external services, which have no need for the delivery address.
    const { address: given, ...event }: Order = reply.body.data[0]
    expect(given?.note).toBe('The code is 4711')
    expect(event).toMatchObject({ orderBy: person.id, state: 'pending' })
    for (const client of [mine, theirs]) {
      expect(JSON.parse((await client.next('order-placed')).data)).toEqual(event)
    }
    await ask(live, `POST /api/user/order/${event.id}/cancel`, { token: person.token, body: {} })
    for (const client of [mine, theirs]) {
      const updated = JSON.parse((await client.next('order-updated')).data)
      expect(updated).toMatchObject({ id: event.id, state: 'canceled' })
      expect(updated).not.toHaveProperty('address')
    }
  })
})

describeShop('events of several processes on one database', (shop) => {
  let here: Live
  let there: Live
  let thereDb: Database
  beforeAll(async () => {
    thereDb = await openAgain(shop.db)
    here = await openLive(shop.db)
    there = await openLive(thereDb)
  })
  afterEach(disconnectAll)
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await thereDb.close()
  })

  it('one delivers the events of the other, 10 kB of text and Arabic included', async () => {
    const person = await shop.customer()
    const description = 'وصف طويل ⚡ '.repeat(700)
    const product = await shop.product({ description, name: 'برق' })
    const client = await RawClient.connect(there)
    await client.subscribe(there, person.token, `private-user.${person.id}`)
    await ask(here, 'POST /api/user/cart', { token: person.token, body: { cart: product } })
    const { data } = await client.next('my-event')
    expect(Buffer.byteLength(data)).toBeGreaterThan(10_000)
    expect(JSON.parse(data)).toMatchObject({ id: product, description, name: 'برق' })
  })

  it('a process may sign for a socket that another holds', async () => {
    const person = await shop.customer()
    const channel = `private-user.${person.id}`
    const client = await RawClient.connect(there)
    await client.subscribe(here, person.token, channel)
    // The other process's socket is bound to the session, so signing out in this process closes it.
    await ask(here, 'POST /api/auth/logout', { token: person.token, body: {} })
    expect((await client.closed).code).toBe(4009)
  })

  it(`${EVENTS * CUSTOMERS} events of ${CUSTOMERS} customers: each in order, none twice, none to another customer`, async () => {
    const people = await shop.customers(CUSTOMERS)
    const products = await shop.products(4)
    const clients = await Promise.all(
      people.map(async (person, index) => {
        const live = index % 2 ? here : there
        const client = await RawClient.connect(live)
        await client.subscribe(live, person.token, `private-user.${person.id}`)
        return { person, client }
      }),
    )
    await Promise.all(
      people.map(async (person, index) => {
        for (let i = 0; i < EVENTS; i++) {
          // Each customer's requests run one after another, alternating between the processes.
          const { app } = (index + i) % 2 ? here : there
          const reply = await app.inject({
            method: 'POST',
            url: '/api/user/cart',
            headers: { authorization: `Bearer ${person.token}` },
            payload: { cart: products[i % products.length] },
          })
          expect(reply.statusCode).toBe(200)
        }
      }),
    )
    for (const { person, client } of clients) {
      const events = () => client.frames.filter(({ event }) => event === 'my-event')
      await expect.poll(() => events().length).toBe(EVENTS)
      const numbers: number[] = events().map(({ data }) => JSON.parse(data).seq)
      expect(numbers).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1))
      const channels = new Set(events().map(({ channel }) => channel))
      expect(channels).toEqual(new Set([`private-user.${person.id}`]))
    }
  })

  it('after the listener was lost, looks sessions up and makes clients fetch again', async () => {
    const [person, admin] = [await shop.customer(), await shop.admin()]
    const [left, locked, changed] = await shop.customers(3)
    if (!left || !locked || !changed) throw new Error('there are no customers')
    const elsewhere = { ...changed, token: await shop.signIn(changed) }
    const [client, ...gone] = await Promise.all(
      [person, left, locked, elsewhere].map(async ({ id, token }) => {
        const client = await RawClient.connect(there)
        await client.subscribe(there, token, `private-user.${id}`)
        return client
      }),
    )
    const isLost = lossOf(thereDb)
    await cutListener(shop.db)
    await isLost
    const { username, email, token } = changed
    const ends = [
      await ask(here, 'POST /api/auth/logout', { token: left.token, body: {} }),
      await ask(here, `POST /api/admin/customers/${locked.id}/disable`, {
        token: admin.token,
        body: {},
      }),
      await ask(here, 'PUT /api/auth/user/update', {
        token,
        body: { username, email, password: 'N3w-secret' },
      }),
    ]
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200])
    await ask(here, 'POST /api/user/cart', {
      token: person.token,
      body: { cart: await shop.product() },
    })
    // On a repeated confirmation, pusher-js emits the event that makes the page fetch its cart.
    await client?.next('pusher_internal:subscription_succeeded')
    for (const { closed } of gone) expect((await closed).code).toBe(4009)
    await client?.ping()
  })
})

describeShop('pages whose connections are cut again and again', (shop) => {
  afterEach(disconnectAll)

  it('end with the cart that the server has, having applied no event twice', async () => {
    const live = await openLive(shop.db)
    const products = await shop.products(volume(12, 40))
    const people = await shop.customers(volume(4, 12))
    const pages = people.map((person) => openPage(live, person))
    await Promise.all(pages.map(({ channel }) => heard(channel, 'pusher:subscription_succeeded')))
    await Promise.all(
      people.map(async (person, lane) => {
        for (const [index, product] of products.entries()) {
          await ask(live, 'POST /api/user/cart', { token: person.token, body: { cart: product } })
          if ((index + lane) % 11 !== 5) continue
          pages[lane]?.cut()
        }
      }),
    )
    for (const [index, page] of pages.entries()) {
      await expect.poll(() => page.ids().length).toBe(products.length)
      expect(page.appliedTwice()).toBe(false)
      const rows = await shop.sql<{ unread: number }>`
          select count(*) as unread from cart_item
          where user_id = ${people[index]?.id} and not is_read`
      expect(page.unread()).toBe(rows[0]?.unread)
    }
    await live.close()
  })
})

interface Item {
  id: number
  isRead: boolean
  seq: number
}

/**
 * A page that follows docs/realtime.md: it fetches the cart after subscribing and after a gap, and otherwise adds each
 * event's item.
 */
function openPage(live: Pick<Live, 'url' | 'realtimePort'>, person: Person) {
  const client = pusher8(live, person.token)
  const channel = client.subscribe(`private-user.${person.id}`)
  const applied: number[] = []
  let cart = new Map<number, Pick<Item, 'id' | 'isRead'>>()
  let last: number | null = null
  let fetches = 0

  async function fetchCart(): Promise<void> {
    const mine = ++fetches
    const { body } = await ask(live, 'GET /api/user/cart', { token: person.token })
    const Carts: Item[] = body.Carts
    // A response in transit when an event arrived may lack the change, but another fetch follows.
    if (mine === fetches) cart = new Map(Carts.map((item) => [item.id, item]))
    isFetching = mine !== fetches
  }
  let isFetching = false
  const refetch = () => {
    isFetching = true
    void fetchCart()
  }

  channel.bind('pusher:subscription_succeeded', () => {
    last = null
    refetch()
  })
  channel.bind('my-event', (item: Item) => {
    if (last !== null && item.seq <= last) return
    const isGap = last !== null && item.seq !== last + 1
    last = item.seq
    applied.push(item.seq)
    cart.set(item.id, item)
    if (isGap || isFetching) refetch()
  })

  return {
    channel,
    ids: () => [...cart.keys()],
    unread: () => [...cart.values()].filter(({ isRead }) => !isRead).length,
    appliedTwice: () => new Set(applied).size < applied.length,
    /** Ends the connection without a closing handshake, like a network failure. */
    cut() {
      const { connection } = client.connection as unknown as {
        connection: { transport: { socket: { _stream: { destroy(): void } } } } | null
      }
      connection?.transport.socket._stream.destroy()
    },
  }
}

const SECOND = 'second-process'

async function openAgain(db: Database): Promise<Database> {
  const url = new URL(await urlOf(db))
  url.searchParams.set('application_name', SECOND)
  return createDatabase(await openPostgres(url.href))
}

function lossOf({ engine }: Database): Promise<void> {
  return new Promise((resolve) => {
    engine.onListening((isListening) => {
      if (!isListening) resolve()
    })
  })
}

async function cutListener({ run }: Database): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${SECOND} and query ~* 'listen|pg_notify'`.execute(run)
}
