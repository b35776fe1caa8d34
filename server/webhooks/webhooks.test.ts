import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverMails } from '#tests/kit/mails.ts'
import { withPaidOrders } from '#tests/kit/paid-orders.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { createDeliverWebhooks, PAUSES } from './deliver-webhooks.ts'
import { ALL, NOT_PUBLIC, postMessage } from './post-message.ts'
import { removeOld } from './webhooks.store.ts'

interface Received {
  body: string
  headers: Record<string, string>
}

/** A program that receives webhooks and responds with the status from `answer()`. */
async function openProgram() {
  const received: Received[] = []
  const program = { answer: async () => 204, received, url: '', server: null as unknown as Server }
  program.server = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray()).toString()
    received.push({ body, headers: request.headers as Record<string, string> })
    reply.writeHead(await program.answer(), { location: program.url }).end('x'.repeat(100_000))
  })
  await new Promise<void>((listens) => program.server.listen(0, '127.0.0.1', listens))
  program.url = `http://127.0.0.1:${(program.server.address() as AddressInfo).port}/barq`
  return program
}

const post = (message: Parameters<typeof postMessage>[0]) => postMessage(message, new BlockList())

describeShop('a webhook', (shop) => {
  const orders = withPaidOrders(shop, 10)
  let program: Awaited<ReturnType<typeof openProgram>>
  let owner: Person
  const failed = (error: unknown) => {
    throw error
  }
  const deliver = async () => {
    const { begin, settled } = createDeliverWebhooks({ db: shop.db, post, failed })
    await begin()
    await settled()
  }
  const call = (method: string, path: string, body?: object) =>
    shop.as(owner, method, `/api/admin/${path}`, body)
  const EVENTS = ['order.placed', 'order.status_changed', 'order.refunded', 'product.stock_low']

  async function created(events = EVENTS): Promise<{ id: number; secret: string }> {
    const form = { url: program.url, events, is_active: true }
    const { status, body } = await call('POST', 'webhooks', form)
    expect(status, JSON.stringify(body)).toBe(201)
    return { id: body.data.id, secret: body.secret }
  }
  const log = async (id: number) => (await call('GET', `webhooks/${id}/deliveries`)).body.deliveries
  const listed = async () => (await call('GET', 'webhooks')).body.webhooks
  const letPause = () => shop.sql`update webhook_delivery set next_at = now()`
  const place = async () => {
    const orders = [{ Product: await shop.product({ price: 12.5, stock: 6 }) }]
    const [order] = await withBuying(shop).placed(await shop.customer(), orders)
    return order?.id ?? 0
  }

  beforeEach(async () => {
    program = await openProgram()
    owner = await shop.admin()
    await shop.sql`delete from webhook`
    await shop.sql`delete from webhook_delivery`
  })
  afterEach(async () => {
    program.server.close()
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('is sent what it chose, signed, in ids and figures', async () => {
    const { secret, id } = await created()
    await created(['product.stock_low'])
    const order = await place()
    await call('POST', `orders/${order}/confirm`)
    await deliver()
    await deliver()
    const verifier = new Webhook(secret)
    const own = program.received.filter(({ body }) => body.includes('"order.'))
    const messages = own.map(({ body, headers }) => verifier.verify(body, headers))
    const { at } = (await log(id)).find(({ event }: { event: string }) => event === 'order.placed')
    const ofOrder = { orderId: order, purchaseId: expect.any(Number), isTest: false }
    const amounts = { total: 12.5, discount: 0, currency: 'USD' }
    expect(messages).toEqual(
      expect.arrayContaining([
        {
          type: 'order.placed',
          timestamp: at,
          data: { ...ofOrder, ...amounts, move: 'place', state: 'pending' },
        },
        {
          type: 'order.status_changed',
          timestamp: expect.any(String),
          data: { ...ofOrder, ...amounts, move: 'confirm', state: 'confirm' },
        },
      ]),
    )
    // Two webhooks subscribe to low stock.
    expect(program.received.length - messages.length).toBe(2)
    const [{ body, headers }] = own as [Received]
    expect(() => verifier.verify(body.replace('12.5', '1.5'), headers)).toThrow()
    expect(await log(id)).toMatchObject(
      Array(3).fill({
        about: expect.any(Number),
        attempts: 1,
        status: 204,
        error: null,
        next_at: null,
      }),
    )
  })

  it('is sent refunds, in part and in full', async () => {
    await created(['order.refunded'])
    const { id } = await orders.paid({ quantity: 2, price: 10 })
    await orders.refund(id, { units: 1 })
    await orders.refund(id, {})
    await deliver()
    const data = program.received.map(({ body }) => JSON.parse(body).data)
    const refund = { orderId: id, kind: 'goods', units: 1, amount: 10, currency: 'USD' }
    expect(data).toMatchObject([refund, refund])
  })

  it('hears nothing of what is rolled back', async () => {
    const { id } = await created()
    const order = await place()
    await shop.sql`delete from webhook_delivery`
    await inTransaction(shop.db, async (tx) => {
      await sql`
        insert into order_history (order_id, move, from_state, to_state, actor)
        values (${order}, 'send', 'pending', 'pending', 'server')`.execute(tx)
      throw new Error('rolled back')
    }).catch(() => {})
    expect(await log(id)).toEqual([])
  })

  it('is sent each message by one of those who look at once', async () => {
    const { id } = await created(['order.placed'])
    for (let placed = 0; placed < 6; placed++) await place()
    await Promise.all([deliver(), deliver(), deliver()])
    expect(program.received).toHaveLength(6)
    const ids = program.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(6)
    expect(await log(id)).toMatchObject(Array(6).fill({ attempts: 1 }))
  })

  it('lets others be sent while it does not answer, and orders be placed while it is removed', async () => {
    const slow = await created(['order.placed'])
    const { begin, settled } = createDeliverWebhooks({ db: shop.db, post, failed })
    let answer = (_status: number) => {}
    program.answer = () => new Promise((resolve) => (answer = resolve))
    await place()
    await begin()
    await vi.waitFor(() => expect(program.received).toHaveLength(1))
    program.answer = async () => 204
    const { id } = await created(['order.placed'])
    await place()
    await begin()
    await vi.waitFor(async () => expect(await log(id)).toMatchObject([{ status: 204 }]))
    answer(204)
    await settled()
    expect(await log(slow.id)).toMatchObject([{ attempts: 0 }, { status: 204 }])

    const [removed, placed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const removing = inTransaction(shop.db, async (tx) => {
      await sql`delete from webhook where id = ${slow.id}`.execute(tx)
      removed.resolve()
      await placed.promise
    })
    await removed.promise
    await place()
    placed.resolve()
    await removing
    await removeOld(shop.db.run, 30)
    const rows = await shop.sql`
      select from webhook_delivery where webhook_id = ${slow.id}`
    expect(rows).toEqual([])
  })

  it('is tried again with growing pauses, then switched off; edited, it is sent again what failed', async () => {
    const { id } = await created(['order.placed'])
    program.answer = async () => 302
    await place()
    for (const pause of PAUSES) {
      await deliver()
      const [{ next_at, status }] = await log(id)
      expect(status).toBe(302)
      expect(Math.abs(Date.parse(next_at) - Date.now() - pause * 1000)).toBeLessThan(5000)
      await deliver()
      await letPause()
    }
    expect(await listed()).toMatchObject([{ is_active: true, failure: null }])
    await deliver()
    expect(program.received).toHaveLength(PAUSES.length + 1)
    const [webhook] = await listed()
    expect(webhook).toMatchObject({ is_active: false, failure: 'failing' })
    const told = (await deliverMails(shop)).find(({ to }) => to === owner.email)
    expect(told?.subject).toBe('A webhook of Barq was turned off')
    expect(told?.text).toContain(`Nothing has reached ${new URL(program.url).host} since `)
    const [{ id: delivery }] = await log(id)
    expect((await call('POST', `webhook-deliveries/${delivery}`)).status).toBe(409)
    await place()
    expect(await log(id)).toHaveLength(1)

    const { url, events, version } = webhook
    const edit = { url, events, is_active: true, version }
    expect((await call('PUT', `webhooks/${id}`, edit)).body.data).toMatchObject({ failure: null })
    program.answer = async () => 200
    expect((await call('POST', `webhook-deliveries/${delivery}`)).status).toBe(200)
    await deliver()
    const [first, last] = [program.received.at(0), program.received.at(-1)]
    expect(last?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(await log(id)).toMatchObject([{ attempts: 1, status: 200, next_at: null }])
  })

  it('stays on while other messages arrive, and is off once it answers 410', async () => {
    const { id } = await created(['order.placed'])
    const answers = [500, 200, 500, 410]
    program.answer = async () => answers[program.received.length - 1] ?? 0
    await place()
    await deliver()
    await shop.sql`update webhook_delivery set attempts = ${PAUSES.length}`
    await place()
    await deliver()
    await shop.sql`update webhook_delivery set next_at = now() where next_at is not null`
    await deliver()
    const [arrived, givenUp] = await log(id)
    expect([arrived.delivered_at, givenUp.next_at]).toEqual([expect.any(String), null])
    expect(await listed()).toMatchObject([{ id, is_active: true }])
    await place()
    await deliver()
    expect(await listed()).toMatchObject([{ id, is_active: false, failure: 'gone' }])
    const told = (await deliverMails(shop)).find(({ to }) => to === owner.email)
    expect(told?.text).toContain("responded that the webhook's URL no longer exists")
  })

  it('is not sent again while it is being sent, but after that', async () => {
    const { id } = await created(['order.placed'])
    await place()
    const [{ id: delivery }] = await log(id)
    let answer = (_status: number) => {}
    program.answer = () => new Promise((resolve) => (answer = resolve))
    const sending = deliver()
    await vi.waitFor(() => expect(program.received).toHaveLength(1))
    await call('POST', `webhook-deliveries/${delivery}`)
    await deliver()
    expect(program.received).toHaveLength(1)
    answer(200)
    await sending
    program.answer = async () => 200
    await deliver()
    expect(program.received).toHaveLength(2)
  })

  it('is kept by owners alone, its secret shown once and in no log', async () => {
    const { id, secret } = await created()
    const audit = await call('GET', 'audit?entity=webhook')
    expect(audit.body.entries[0]).toMatchObject({
      action: 'create',
      after: { url: new URL(program.url).host },
    })
    const texts = [audit.text, JSON.stringify(await listed())].join()
    expect(texts).not.toContain(secret.slice('whsec_'.length))
    expect((await call('DELETE', `webhooks/${id}`)).status).toBe(200)
    expect((await call('GET', `webhooks/${id}/deliveries`)).status).toBe(404)

    const live = await shop.anotherApp({ PUBLIC_URL: 'https://shop.example' })
    const reply = await live.inject({
      method: 'POST',
      url: '/api/admin/webhooks',
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { url: program.url, events: EVENTS, is_active: true },
    })
    await live.close()
    expect(reply.json().errors).toEqual({
      url: ["The URL must start with https:// and can't include a username or password."],
    })
    const named = { url: 'https://me:secret@shop.example', events: EVENTS, is_active: true }
    expect((await call('POST', 'webhooks', named)).status).toBe(422)
  })
})

describe('a message to an address', () => {
  const message = { headers: {}, body: '{}' }
  const refusal = async (url: string) => {
    const error = await postMessage({ url, ...message }, NOT_PUBLIC).catch((failed) => failed)
    const all = error instanceof AggregateError ? error.errors : [error]
    return [...new Set(all.map(({ code }) => code))].join()
  }
  afterEach(() => vi.restoreAllMocks())

  it('is never sent into the network of the shop, however the address is written', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '0',
      '[::1]',
      '[::]',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '[::ffff:10.0.0.1]',
      '[::ffff:a9fe:a9fe]',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::a00:1]',
      '[2002:a00:1::]',
      '224.0.0.1',
      '255.255.255.255',
    ]) {
      for (const scheme of ['http', 'https']) {
        expect(await refusal(`${scheme}://${host}:9/`), `${scheme} ${host}`).toBe('ERR_IP_BLOCKED')
      }
    }
    for (const [address, family] of [['1.1.1.1'], ['2606:4700:4700::1111', 'ipv6']] as const) {
      expect([NOT_PUBLIC.check(address, family), ALL.check(address, family)]).toEqual([false, true])
    }
  })

  it('fails where the server switches to another protocol', async () => {
    const server = createServer()
    server.on('connection', (socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 No\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      ),
    )
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
    const { port } = server.address() as AddressInfo
    const sent = post({ url: `http://127.0.0.1:${port}/`, ...message })
    await expect(sent).rejects.toMatchObject({ code: 'ECONNRESET' })
    server.close()
  })

  it('tells a server of many names which one it wants', async () => {
    const names: string[] = []
    const server = createTlsServer({
      SNICallback(name, done) {
        names.push(name)
        done(new Error('no certificate'))
      },
    })
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
    const { port } = server.address() as AddressInfo
    await expect(post({ url: `https://localhost:${port}/`, ...message })).rejects.toThrow()
    expect(names).toEqual(['localhost'])
    server.close()
  })

  it('nor to a name that leads there', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:10.0.0.1', '::1']) {
      const family = address.includes(':') ? 6 : 4
      const lookup = (_name: string, _options: object, done: (e: null, found: object[]) => void) =>
        done(null, [{ address, family }])
      vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup)
      expect(await refusal('https://rebound.example/'), address).toBe('ERR_IP_BLOCKED')
    }
  })
})
