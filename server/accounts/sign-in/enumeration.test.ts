/**
 * A6 of docs/reliability.md: requests about an existing and a missing account have the same response (status, body,
 * headers) and the same number of argon2 runs, which take nearly all of the response time.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { disconnectAll, openLive, RawClient } from '#tests/kit/live.ts'
import { TestBrowser, TestProvider } from '#tests/kit/openid.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

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

interface Pair {
  known: { runs: number }
  unknown: { runs: number }
  runs: number
}

describeShop('asking about an account', (shop) => {
  const provider = new TestProvider()
  let app: FastifyInstance
  beforeAll(async () => {
    await provider.open(`${SHOP}/api/auth/google/return`)
    app = await shop.anotherApp(provider.settings)
    // Waits until the hash that is verified for missing accounts has been created.
    await post('/api/auth/login', { email: 'nobody@nowhere.example', password: 'a guess' })
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  it('does not reveal whether there is one, in any kind of request', {
    timeout: 60_000,
  }, async () => {
    for (const [way, pairsOf] of Object.entries(WAYS)) {
      await shop.sql`delete from throttle`
      const answers = await pairsOf()
      expect(answers, way).not.toEqual([])
      for (const { known, unknown, runs } of answers) {
        expect(unknown, way).toEqual(known)
        expect(known.runs, way).toBe(runs)
      }
    }
  })

  /** Everything in a response that a caller can compare, and the argon2 runs it took. */
  async function post(url: string, payload: object, headers: Record<string, string> = {}) {
    const before = argon2.runs
    const reply = await app.inject({ method: 'POST', url, payload, headers })
    // The date header does not depend on accounts.
    const { date, ...seen } = reply.headers
    return { status: reply.statusCode, text: reply.payload, seen, runs: argon2.runs - before }
  }

  /** Requests about accounts, each with its responses for an existing and for a missing account. */
  const WAYS: Record<string, () => Promise<Pair[]>> = {
    async 'signing in, whatever the account is'() {
      const people = await shop.customers(4)
      const [, lockedOut, closed, byGoogleOnly] = people
      const set = (change: ReturnType<typeof sql>, { id }: Pick<Person, 'id'> = { id: 0 }) =>
        shop.sql`update app_user set ${change} where id = ${id}`
      await set(sql`disabled_at = now()`, lockedOut)
      await set(sql`disabled_at = now(), deleted_at = now(), password_hash = null`, closed)
      await set(sql`password_hash = null`, byGoogleOnly)
      const ask = (email: string) => post('/api/auth/login', { email, password: 'a wrong guess' })
      const pairs: Pair[] = []
      for (const { email } of people) {
        pairs.push({ known: await ask(email), unknown: await ask(`x${email}`), runs: 1 })
      }
      return pairs
    },

    async 'a new password'() {
      const { email } = await shop.customer()
      const ask = (address: string) => post('/api/auth/password/email', { email: address })
      return [{ known: await ask(email), unknown: await ask(`x${email}`), runs: 0 }]
    },

    async 'Google with an email that is not verified there'() {
      const { email } = await shop.customer()
      const ask = async (address: string) => {
        const before = argon2.runs
        const sub = crypto.randomUUID()
        provider.person = { sub, email: address, email_verified: false, name: 'Layla' }
        const page = await new TestBrowser(app, SHOP).visit('/api/auth/google')
        return { page: page.href, runs: argon2.runs - before }
      }
      return [{ known: await ask(email), unknown: await ask(`x${email}`), runs: 0 }]
    },

    // The code comes without the cookie of the browser that started the Google sign-in.
    async 'linking with a code of somebody else or of nobody'() {
      const { code } = await waitingToLink(await shop.customer())
      const link = (tried: string) =>
        post('/api/auth/google/link', { code: tried, password: 'a wrong guess' })
      return [{ known: await link(code), unknown: await link('x'.repeat(code.length)), runs: 0 }]
    },

    async 'guessing at a link with and without a password'() {
      const [withPassword, without] = [await shop.customer(), await shop.customer()]
      await shop.sql`update app_user set password_hash = null where id = ${without.id}`
      const guess = async (person: Person) => {
        const { browser, code } = await waitingToLink(person)
        const before = argon2.runs
        const answer = await browser.post('/api/auth/google/link', { code, password: 'a guess' })
        return { ...answer, runs: argon2.runs - before }
      }
      return [{ known: await guess(withPassword), unknown: await guess(without), runs: 1 }]
    },

    async 'a channel'() {
      const [me, other] = [await shop.customer(), await shop.customer()]
      const live = await openLive(shop.db)
      try {
        const { socketId } = await RawClient.connect(live)
        const ask = (id: number) => askForChannel(live.url, me.token, { id, socketId })
        expect((await ask(me.id)).status).toBe(200)
        return [{ known: await ask(other.id), unknown: await ask(other.id + 1_000_000), runs: 0 }]
      } finally {
        disconnectAll()
        await live.close()
      }
    },
  }

  async function askForChannel(
    url: string,
    token: string,
    { id, socketId }: { id: number; socketId: string },
  ) {
    const before = argon2.runs
    const reply = await fetch(`${url}/broadcasting/auth`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ socket_id: socketId, channel_name: `private-user.${id}` }),
    })
    const { date, ...seen } = Object.fromEntries(reply.headers)
    const text = await reply.text()
    return { status: reply.status, text, seen, runs: argon2.runs - before }
  }

  /** A browser that came back from Google with the email of an unlinked account. */
  async function waitingToLink({ email }: Person) {
    provider.person = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Layla' }
    const browser = new TestBrowser(app, SHOP)
    const { hash } = await browser.visit('/api/auth/google')
    return { browser, code: /^#google=([\w-]{43})$/.exec(hash)?.[1] ?? '' }
  }
})
