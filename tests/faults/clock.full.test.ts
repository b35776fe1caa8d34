/**
 * R9: the clock jumps by hours, days and years, in the process alone or in the process and the database. The shop's
 * statements call `now()` without a schema, so the database's clock can be moved without changing the shop: by a
 * function of that name in a schema that is searched before the system's own.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { askForLink, login, setPassword } from '#tests/kit/accounts.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { withStripe } from '#tests/kit/stripe-shop.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

interface Jump {
  to: string
  seconds: number
  /** Whether only the process's clock jumps. */
  isAlone?: boolean
}

const TOGETHER: readonly Jump[] = [
  { to: 'an hour ahead', seconds: HOUR },
  { to: 'an hour back', seconds: -HOUR },
  { to: 'a day ahead', seconds: DAY },
  { to: 'a day back', seconds: -DAY },
  { to: 'forty days ahead', seconds: 40 * DAY },
  { to: 'forty days back', seconds: -40 * DAY },
  { to: '29 February', seconds: until('2028-02-29T12:00:00Z') },
  { to: 'the night that summer time begins', seconds: until('2027-03-28T01:30:00Z') },
]
const ALONE = TOGETHER.slice(0, 6).map(({ to, seconds }) => ({
  to: `${to}, alone,`,
  seconds,
  isAlone: true,
}))
const JUMPS: readonly Jump[] = [...TOGETHER, ...ALONE]

describeShop('a clock that jumps', (shop) => {
  const stripe = withStripe(shop)

  beforeAll(async () => {
    const run = (text: string) => sql.raw(text).execute(shop.db.run)
    await run('create schema moved')
    await run('create table moved.clock (seconds integer not null)')
    await run('insert into moved.clock values (0)')
    await run(`create function moved.now() returns timestamptz language sql stable as
      'select pg_catalog.now() + make_interval(secs => seconds) from moved.clock'`)
    const rows = await shop.sql<{ name: string }>`select current_database() as name`
    const path = 'moved, pg_catalog, public'
    await run(`alter database "${rows[0]?.name}" set search_path = ${path}`)
    await run(`set search_path = ${path}`)
    // Open connections keep their search path, so they are replaced.
    await run(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await run('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
    await pause(300)
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterAll(() => void vi.useRealTimers())

  let offset = 0
  const jump = async (seconds: number, isAlone = false) => {
    vi.setSystemTime(Date.now() + (seconds - offset) * 1_000)
    offset = seconds
    await shop.sql`update moved.clock set seconds = ${isAlone ? 0 : seconds}`
  }

  afterEach(async () => {
    await jump(0)
    expect(await checkInvariants(shop.db.run)).toEqual([])
    await shop.sql`delete from throttle`
  })

  it('does jump', async () => {
    await jump(DAY)
    const rows = await shop.sql<{ ahead: number }>`
      select extract(epoch from now() - pg_catalog.now())::integer as ahead`
    expect(rows).toEqual([{ ahead: DAY }])
  })

  it.for(JUMPS)('to $to revives no session and no link', async ({ seconds, isAlone }) => {
    const person = await shop.customer()
    await logOut(person)
    const link = await usedLink()

    for (const time of [seconds, 0, -seconds, 0]) {
      await jump(time, isAlone)
      const answer = await shop.call('GET', '/api/auth/user', { token: person.token })
      expect(answer.status).toBe(401)
      expect((await reset(link)).status).toBe(422)
    }
  })

  it.for(JUMPS)('to $to cancels nothing that is being paid', async ({ seconds, isAlone }) => {
    const order = await stripe.order()
    const session = await stripe.begin(order)

    await jump(seconds, isAlone)
    await stripe.orders().cancelUnpaid(24 * HOUR)
    await stripe.payments().sweep()
    await stripe.orders().cancelUnpaid(24 * HOUR)
    expect(await stripe.stateOf(order)).toBe('confirm started')
    await jump(0)
    await stripe.send(stripe.fake.pay(session))

    expect(await stripe.stateOf(order)).toBe('complete captured')
  })

  it.for(ALONE)('to $to repeats no order', async ({ seconds }) => {
    const { token } = await shop.customer()
    const body = { orders: [{ Product: await shop.product(), quantity: 1 }] }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const order = () => shop.call('POST', '/api/user/order', { token, body, headers })
    const first = await order()

    await jump(seconds, true)

    expect(await order()).toMatchObject({ status: 201, body: first.body })
  })

  it.for(JUMPS)(
    'to $to and back locks nobody out for longer than the window',
    async ({ seconds, isAlone }) => {
      const { email } = await shop.customer()
      const guess = () => login(shop, email, 'a wrong guess', '127.9.0.1')
      await jump(seconds, isAlone)
      for (let attempt = 0; attempt < 11; attempt++) await guess()
      await jump(0)
      const refused = await guess()
      await jump(HOUR)

      const wait = Number(refused.headers['retry-after'] ?? 1)
      expect([401, 429]).toContain(refused.status)
      expect(wait).toBeGreaterThanOrEqual(1)
      expect(wait).toBeLessThanOrEqual(15 * 60)
      expect((await guess()).status).toBe(401)
    },
  )

  it('backwards leaves lists in the order of creation', async () => {
    const person = await shop.customer()
    const orders = await stripe.placed(4, { buyer: person })
    for (const [index, { id }] of orders.entries()) {
      await shop.sql`
        update orders set created_at = now() - make_interval(days => ${index}) where id = ${id}`
    }

    const { body } = await shop.call('GET', '/api/user/order', { token: person.token })

    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      orders.map(({ id }) => id).reverse(),
    )
  })

  async function logOut({ token }: Person): Promise<void> {
    expect((await shop.call('GET', '/api/auth/user', { token })).status).toBe(200)
    expect((await shop.call('POST', '/api/auth/logout', { token })).status).toBe(200)
  }

  async function usedLink(): Promise<string> {
    const { email } = await shop.customer()
    await askForLink(shop, email)
    const link = tokenIn((await deliverMails(shop)).find(({ to }) => to === email))
    expect((await reset(link)).status).toBe(200)
    return link
  }

  const reset = (token: string) => setPassword(shop, token, 'another password')
})

function until(time: string): number {
  return Math.round((Date.parse(time) - Date.now()) / 1_000)
}
