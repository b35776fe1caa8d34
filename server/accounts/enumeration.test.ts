/**
 * A6: whoever asks about an account that exists gets what one gets that asks about none: status, body,
 * headers, and as many runs of argon2, which are nearly all of the time that an answer takes. The
 * times themselves are compared on quiet machines (brute-force.test.ts).
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { disconnectAll, openLive, RawClient } from '../testing/live.ts'
import { CLIENT_ID, CLIENT_SECRET, TestBrowser, TestProvider } from '../testing/openid.ts'
import { proven } from '../testing/proof.ts'
import { describeShop, type Person } from '../testing/shop.ts'

const argon2 = vi.hoisted(() => ({ runs: 0 }))
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args) => {
      argon2.runs++
      return work(...args)
    }
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})

const SHOP = 'http://localhost:3000'

describeShop('asking about an account', (shop) => {
  const provider = new TestProvider()
  let app: FastifyInstance
  let cases = 0
  beforeAll(async () => {
    await provider.open(`${SHOP}/api/auth/google/return`)
    app = await createApp(
      readConfig({
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        DATA_DIR: shop.folder,
        GOOGLE_CLIENT_ID: CLIENT_ID,
        GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
        GOOGLE_ISSUER: provider.issuer,
      }),
      shop.db,
    )
    await app.ready()
    // What is verified in place of a missing hash is made once.
    await post('/api/auth/login', { email: 'nobody@nowhere.example', password: 'a guess' })
  })
  beforeEach(() => sql`delete from throttle`.execute(shop.db.read))
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  /** Everything of an answer that a caller can compare, and what it cost. */
  async function post(url: string, payload: object, headers: Record<string, string> = {}) {
    const before = argon2.runs
    const reply = await app.inject({ method: 'POST', url, payload, headers })
    // The time of the day says nothing about accounts.
    const { date, ...seen } = reply.headers
    return { status: reply.statusCode, text: reply.payload, seen, runs: argon2.runs - before }
  }

  /** @param runs of argon2 that the answer must cost. */
  async function expectAlike(
    known: () => Promise<{ runs: number }>,
    unknown: () => Promise<{ runs: number }>,
    runs: number,
  ): Promise<void> {
    const [first, second] = [await known(), await unknown()]
    expect(second).toEqual(first)
    expect(first.runs).toBe(runs)
    cases++
  }

  it('by signing in tells nothing, whatever the account is', async () => {
    const [open, lockedOut, closed, byGoogleOnly] = await shop.customers(4)
    const set = (change: ReturnType<typeof sql>, { id }: Pick<Person, 'id'> = { id: 0 }) =>
      sql`update app_user set ${change} where id = ${id}`.execute(shop.db.read)
    await set(sql`disabled_at = now()`, lockedOut)
    await set(sql`disabled_at = now(), deleted_at = now(), password_hash = null`, closed)
    await set(sql`password_hash = null`, byGoogleOnly)

    for (const person of [open, lockedOut, closed, byGoogleOnly]) {
      const ask = (email = '') => post('/api/auth/login', { email, password: 'a wrong guess' })
      await expectAlike(
        () => ask(person?.email),
        () => ask(`x${person?.email}`),
        1,
      )
    }
  })

  it('by asking for a new password tells nothing', async () => {
    const { email } = await shop.customer()
    const ask = (address: string) => post('/api/auth/password/email', { email: address })

    await expectAlike(
      () => ask(email),
      () => ask(`x${email}`),
      0,
    )
  })

  it('by way of Google tells nothing about an e-mail that is not verified there', async () => {
    const { email } = await shop.customer()
    const ask = async (address: string) => {
      const before = argon2.runs
      const sub = crypto.randomUUID()
      provider.person = { sub, email: address, email_verified: false, name: 'Layla' }
      const page = await new TestBrowser(app, SHOP).visit('/api/auth/google')
      return { page: page.href, runs: argon2.runs - before }
    }

    await expectAlike(
      () => ask(email),
      () => ask(`x${email}`),
      0,
    )
  })

  it('by linking with a code tells nothing about whose it is, nor whether it is anybody’s', async () => {
    const mine = await waitingToLink(await shop.customer())
    const link = (code: string) =>
      post('/api/auth/google/link', { code, password: 'a wrong guess' })

    // From another browser than the one that went to Google.
    await expectAlike(
      () => link(mine.code),
      () => link('x'.repeat(mine.code.length)),
      0,
    )
  })

  it('by guessing at a link tells nothing about whether there is a password', async () => {
    const [withPassword, without] = [await shop.customer(), await shop.customer()]
    await sql`update app_user set password_hash = null where id = ${without.id}`.execute(
      shop.db.read,
    )
    const guess = async (person: Person) => {
      const { browser, code } = await waitingToLink(person)
      const before = argon2.runs
      const answer = await browser.post('/api/auth/google/link', { code, password: 'a guess' })
      return { ...answer, runs: argon2.runs - before }
    }

    await expectAlike(
      () => guess(withPassword),
      () => guess(without),
      1,
    )
  })

  it('by asking for a channel tells nothing about whose it is', async () => {
    const [me, other] = [await shop.customer(), await shop.customer()]
    const live = await openLive(shop.db)
    const { socketId } = await RawClient.connect(live)
    const ask = async (id: number) => {
      const before = argon2.runs
      const reply = await fetch(`${live.url}/broadcasting/auth`, {
        method: 'POST',
        headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ socket_id: socketId, channel_name: `private-user.${id}` }),
      })
      const { date, ...seen } = Object.fromEntries(reply.headers)
      const answer = { status: reply.status, text: await reply.text(), seen }
      return { ...answer, runs: argon2.runs - before }
    }
    expect((await ask(me.id)).status).toBe(200)

    await expectAlike(
      () => ask(other.id),
      () => ask(other.id + 1_000_000),
      0,
    )
    disconnectAll()
    await live.close()
  })

  it('answers alike in every case', () => {
    expect(cases).toBe(9)
    proven({
      goal: 'A6',
      engine: shop.engine,
      volume: `${cases} pairs of requests about accounts that exist and that do not: signing in, a new password, Google, linking, channels`,
      result: 'the same status, body and headers, and as many runs of argon2',
    })
  })

  /** A browser that came back from Google with the e-mail of an account that is not linked. */
  async function waitingToLink({ email }: Person) {
    provider.person = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Layla' }
    const browser = new TestBrowser(app, SHOP)
    const { hash } = await browser.visit('/api/auth/google')
    return { browser, code: /^#google=([\w-]{43})$/.exec(hash)?.[1] ?? '' }
  }
})
