/**
 * R9, in addition to the injected clock: the clock of the real process jumps between any two steps
 * of a customer. The database keeps the right time.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listMails } from '#server/emails/mail-folder.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { type EmptyPlace, emptyPlace } from '#tests/kit/empty-place.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { type Program, runProgram } from '#tests/kit/program.ts'
import { type FakeTime, openFakeTime } from './faketime.ts'

/** At most 23 hours ahead: an order's idempotency key is kept for a day. */
const OFFSETS = ['+1h', '-1h', '+23h', '-1d']
const ADMIN = { email: 'owner@barq.example', password: 'a long password' }
/** The longest window in which attempts are counted. */
const WINDOW_SECONDS = 15 * 60

it('a customer of a process whose clock jumps', {
  timeout: 240_000,
}, async ({ skip }) => {
  const clock = await openFakeTime()
  if ('missing' in clock) return skip(clock.missing)
  const shop = new ShopUnderFakeTime(clock)
  try {
    await shop.open()
    await shop.mustFollowTheClock()
    const product = await shop.product()
    for (const offset of OFFSETS) await walk(shop, product, offset)
    const { code, orders, violations } = await shop.end()

    expect(code).toBe(0)
    expect(orders).toEqual(OFFSETS.map(() => ({ of_key: 1, state: 'complete' })))
    expect(violations).toEqual([])
  } finally {
    await shop.close()
    await clock.close()
  }
})

/** One customer, from sign-up to payment and sign-out; the clock jumps before every step. */
async function walk(shop: ShopUnderFakeTime, product: number, offset: string): Promise<void> {
  const email = `someone${offset}@barq.example`
  const password = 'a long password'
  const form = { username: `Someone ${offset}`, email, password, password_confirmation: password }
  expect((await shop.ask('POST', '/api/auth/register', { body: form })).status).toBe(201)

  await shop.jump(offset)
  const token = await shop.signIn(email, password)
  await shop.jump('+0')
  const cart = await shop.ask('POST', '/api/user/cart', { token, body: { cart: product } })
  expect(cart.status).toBeLessThan(300)

  const key = crypto.randomUUID()
  const order = () =>
    shop.ask('POST', '/api/user/order', {
      token,
      body: { orders: [{ Product: product, quantity: 1 }] },
      headers: { 'idempotency-key': key },
    })
  const first = await order()
  await shop.jump(offset)
  const again = await order()
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  const { id } = first.body.data[0]

  const admin = await shop.signIn(ADMIN.email, ADMIN.password)
  const confirmed = await shop.ask('POST', `/api/admin/orders/${id}/confirm`, {
    token: admin,
    body: {},
  })
  expect(confirmed.status).toBe(200)
  await shop.jump('+0')
  const paid = await shop.ask('POST', `/api/user/order/${id}/payment`, { token, body: {} })
  expect(paid.status).toBe(200)
  await shop.jump(offset)
  const { body } = await shop.ask('GET', `/api/user/order/${id}`, { token })
  expect((body.data ?? body).state).toBe('complete')

  await expectLinkWorksOnce(shop, email, offset, token)
  await expectBoundedWait(shop, email, offset)
  await shop.jump('+0')
}

/** A used link stays used, and the sessions that it ended stay ended, whatever the clock says. */
async function expectLinkWorksOnce(
  shop: ShopUnderFakeTime,
  email: string,
  offset: string,
  token: string,
): Promise<void> {
  await shop.ask('POST', '/api/auth/password/email', { body: { email } })
  const link = await shop.linkMailedTo(email)
  const password = 'another long password'
  const body = { token: link, password, password_confirmation: password }
  const statuses = [(await shop.ask('POST', '/api/auth/password/reset', { body })).status]
  for (const jump of ['+0', offset, '+0', '-40d', offset]) {
    await shop.jump(jump)
    statuses.push((await shop.ask('POST', '/api/auth/password/reset', { body })).status)
    expect((await shop.ask('GET', '/api/user', { token })).status).toBe(401)
  }
  expect(statuses).toEqual([200, 422, 422, 422, 422, 422])
}

async function expectBoundedWait(
  shop: ShopUnderFakeTime,
  email: string,
  offset: string,
): Promise<void> {
  const guess = () => shop.ask('POST', '/api/auth/login', { body: { email, password: 'a guess' } })
  let answer = await guess()
  for (let tries = 1; tries < 12; tries++) answer = await guess()
  expect(answer.status).toBe(429)
  for (const jump of ['+0', offset, '-40d']) {
    await shop.jump(jump)
    const { status, headers } = await guess()
    expect([401, 429]).toContain(status)
    if (status === 401) continue
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(WINDOW_SECONDS)
  }
}

interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the test checks the shape
  body: any
}

class ShopUnderFakeTime {
  readonly #clock: FakeTime
  #place: EmptyPlace | null = null
  #program: Program | null = null
  #address = ''
  jumps = 0

  constructor(clock: FakeTime) {
    this.#clock = clock
  }

  async open(): Promise<void> {
    this.#place = await emptyPlace()
    this.#program = runProgram({
      ...this.#clock.env,
      ...this.#place.env,
      PORT: String(await freePort()),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      AUTO_CONFIRM_AFTER: 'off',
      // A jump of a day must not cancel an order that is being paid.
      UNPAID_EXPIRES_AFTER: String(60 * 86_400),
    })
    this.#address = await this.#program.open
  }

  /** Otherwise the rest of the test would prove nothing. */
  async mustFollowTheClock(): Promise<void> {
    await this.#clock.jump('+1d')
    const ahead = async () => {
      const { headers } = await this.ask('GET', '/healthz')
      return Date.parse(headers.get('date') ?? '') - Date.now()
    }
    // The Date header is updated once a second.
    await expect.poll(ahead, { timeout: 60_000 }).toBeGreaterThan(23 * 3_600_000)
    await this.#clock.jump('+0')
  }

  async jump(offset: string): Promise<void> {
    await this.#clock.jump(offset)
    this.jumps++
  }

  async ask(
    method: string,
    path: string,
    {
      token,
      body,
      headers,
    }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const reply = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, headers: reply.headers, body: await reply.json() }
  }

  async signIn(email: string, password: string): Promise<string> {
    const { body } = await this.ask('POST', '/api/auth/login', { body: { email, password } })
    expect(body).toMatchObject({ access_token: expect.any(String) })
    return body.access_token
  }

  async product(): Promise<number> {
    const token = await this.signIn(ADMIN.email, ADMIN.password)
    const { status, body } = await this.ask('POST', '/api/admin/products', {
      token,
      body: {
        name: 'A clock',
        name_ar: 'ساعة',
        description: 'Tells the time',
        description_ar: 'تعرض الوقت',
        category: 'Phones',
        seller: 'Barq',
        price: 10,
        stock: 100,
      },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.id
  }

  /** The secret of the mailed link; waits for the mail. */
  async linkMailedTo(email: string): Promise<string> {
    let secret = ''
    await expect
      .poll(
        async () => {
          const mails = await listMails(join(this.#settings.dataDir, 'outbox'), 50)
          const secrets = mails
            .filter(({ to }) => to === email)
            .flatMap(({ text }) => /#([\w-]{43})/.exec(text)?.[1] ?? [])
          secret = secrets[0] ?? ''
          return secret
        },
        { timeout: 10_000 },
      )
      .not.toBe('')
    return secret
  }

  /** Stops the process properly, with the right time, and then reads its data. */
  async end(): Promise<{ code: number | null; orders: StoredOrder[]; violations: unknown[] }> {
    this.#program?.child.kill('SIGTERM')
    const code = (await this.#program?.ended)?.code ?? null
    const db = await openDatabase(this.#settings)
    try {
      return { code, orders: await storedOrders(db), violations: await checkInvariants(db.run) }
    } finally {
      await db.close()
    }
  }

  /** Removes everything that was opened, except the clock, which the caller closes. */
  async close(): Promise<void> {
    this.#program?.child.kill('SIGKILL')
    await this.#program?.ended
    await this.#place?.remove()
  }

  get #settings(): EmptyPlace['settings'] {
    if (!this.#place) throw new Error('open it first')
    return this.#place.settings
  }
}

interface StoredOrder {
  /** How many orders have the same key. */
  of_key: number
  state: string
}

async function storedOrders(db: Database): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select count(*) over (partition by b.idempotency_key) as of_key, o.state
    from orders o join order_batch b on b.id = o.batch_id`.execute(db.run)
  return rows
}
