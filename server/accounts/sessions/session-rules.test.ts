/** Session rules, tested one at a time and at their exact limits, so that any change to a rule fails a test. */
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AccountType } from '#contract/accounts.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { createSessions, type SessionLife, type SessionSignals } from './sessions.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const LIFE: SessionLife = {
  customer: { idle: 4_000, absolute: 8_000 },
  admin: { idle: 2_000, absolute: 5_000 },
}

describeShop('sessions', (shop) => {
  /** One process of the shop; `tell` delivers a message from another process. */
  const kit = (life = LIFE) => {
    const link = { isReliable: true, sent: [] as unknown[], tell: (_userId: unknown) => {} }
    const signals: SessionSignals = {
      on(_topic, listener) {
        link.tell = listener
      },
      send: async (_tx, _topic, userId) => void link.sent.push(userId),
      reliable: () => link.isReliable,
      onReliable() {},
    }
    const sessions = createSessions(shop.db, signals, { life })
    const ended: number[] = []
    sessions.onRevoked((userId) => ended.push(userId))
    return { link, sessions, ended }
  }
  interface Opening {
    /** Null for a device without a user agent. */
    userAgent?: string | null
    type?: AccountType
    hash?: string | null
  }
  const open = async (
    sessions: ReturnType<typeof createSessions>,
    { id }: Pick<Person, 'id'>,
    { userAgent = FIREFOX, type = 'customer', hash }: Opening = {},
  ) => {
    const user = { id, accountType: type, ...(hash !== undefined && { passwordHash: hash }) }
    const device = { userAgent: userAgent ?? undefined, address: '203.0.113.9', token: null }
    return (await sessions.signIn(user, device)).access_token
  }
  const revokeQuietly = (userId: number) =>
    shop.sql`update session set revoked_at = now() where user_id = ${userId}`
  const used = (userId: number) =>
    shop.value`
      select extract(epoch from now() - last_used_at)::float from session
      where user_id = ${userId}`

  afterEach(() => void vi.useRealTimers())

  describe('opening one', () => {
    it('accepts the verified hash, or none, and refuses a locked account', async () => {
      const { sessions } = kit()
      const person = await shop.customer()
      const hash = await shop.value<string>`
        select password_hash from app_user where id = ${person.id}`

      expect(await open(sessions, person, { hash })).toMatch(/^[\w-]{43}$/)
      expect(await open(sessions, person)).toMatch(/^[\w-]{43}$/)
      for (const hash of ['another', null]) {
        await expect(open(sessions, person, { hash })).rejects.toMatchObject({
          code: 'bad_credentials',
        })
      }
      await shop.sql`update app_user set disabled_at = now() where id = ${person.id}`
      await expect(open(sessions, person)).rejects.toMatchObject({ code: 'bad_credentials' })
    })

    it.each([
      ['customer', 8_000],
      ['admin', 5_000],
    ] as const)('gives a %s its whole life', async (type, seconds) => {
      const { sessions } = kit()
      const { id } = await newAccount()
      await open(sessions, { id }, { type })

      const left = await shop.value`
        select extract(epoch from expires_at - now())::float from session where user_id = ${id}`
      expect(left).toBeGreaterThan(seconds - 60)
      expect(left).toBeLessThanOrEqual(seconds)
    })

    async function newAccount() {
      const person = await shop.customer()
      await shop.sql`delete from session where user_id = ${person.id}`
      return person
    }
  })

  describe('a token that was looked up', () => {
    it('is cached for a minute, while this process receives revocations', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { link, sessions } = kit()
      const { id, token } = await shop.customer()
      const caller = await sessions.authenticate(token)
      expect(caller).toMatchObject({ id })
      await revokeQuietly(id)

      expect(await sessions.authenticate(token)).toEqual(caller)
      vi.advanceTimersByTime(59_000)
      expect(await sessions.authenticate(token)).toEqual(caller)
      link.isReliable = false
      expect(await sessions.authenticate(token)).toBeNull()
      link.isReliable = true
      expect(await sessions.authenticate(token)).toBeNull()
    })

    it('is looked up again after the minute, and when nothing could be cached', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { link, sessions } = kit()
      const [one, two] = [await shop.customer(), await shop.customer()]
      await sessions.authenticate(one.token)
      link.isReliable = false
      await sessions.authenticate(two.token)
      link.isReliable = true
      vi.advanceTimersByTime(30_000)
      for (const { id } of [one, two]) await revokeQuietly(id)

      expect(await sessions.authenticate(two.token)).toBeNull()
      expect(await sessions.authenticate(one.token)).toMatchObject({ id: one.id })
      vi.advanceTimersByTime(30_001)
      expect(await sessions.authenticate(one.token)).toBeNull()
    })

    it('is cached for a quarter of a shorter life', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { sessions } = kit({
        customer: { idle: 80, absolute: 200 },
        admin: { idle: 40, absolute: 100 },
      })
      const { id, token } = await shop.customer()
      await sessions.authenticate(token)
      await revokeQuietly(id)

      vi.advanceTimersByTime(9_900)
      expect(await sessions.authenticate(token)).toMatchObject({ id })
      vi.advanceTimersByTime(200)
      expect(await sessions.authenticate(token)).toBeNull()
    })

    it('is dropped from the cache when its user’s sessions end elsewhere, and no other is', async () => {
      const { link, sessions, ended } = kit()
      const [one, two] = [await shop.customer(), await shop.customer()]
      for (const { id, token } of [one, two]) {
        await sessions.authenticate(token)
        await revokeQuietly(id)
      }

      link.tell(one.id)

      expect(await sessions.authenticate(one.token)).toBeNull()
      expect(await sessions.authenticate(two.token)).toMatchObject({ id: two.id })
      expect(ended).toEqual([one.id])
    })

    it('records its use every five minutes, or every quarter of a shorter life', async () => {
      const aged = async (userId: number, seconds: number) => {
        await shop.sql`update session set last_used_at = now() - make_interval(secs => ${seconds})
          where user_id = ${userId}`
      }
      const short = { customer: { idle: 80, absolute: 200 }, admin: { idle: 80, absolute: 100 } }
      const { id, token } = await shop.customer()

      await aged(id, 290)
      await kit().sessions.authenticate(token)
      expect(await used(id)).toBeGreaterThan(280)
      await aged(id, 310)
      await kit().sessions.authenticate(token)
      expect(await used(id)).toBeLessThan(60)
      await aged(id, 15)
      await kit(short).sessions.authenticate(token)
      expect(await used(id)).toBeGreaterThan(14)
      await aged(id, 25)
      await kit(short).sessions.authenticate(token)
      expect(await used(id)).toBeLessThan(14)
    })
  })

  describe('one', () => {
    const change = (id: number, text: string) =>
      shop.sql`update session set ${sql.raw(text)} where user_id = ${id}`

    it.each([
      ['customer', "last_used_at = now() - interval '3990 seconds'", true],
      ['customer', "last_used_at = now() - interval '4010 seconds'", false],
      ['admin', "last_used_at = now() - interval '1990 seconds'", true],
      ['admin', "last_used_at = now() - interval '2010 seconds'", false],
      ['customer', "expires_at = now() + interval '10 seconds'", true],
      ['customer', 'expires_at = now()', false],
      ['customer', 'revoked_at = now()', false],
    ] as const)('of a %s with %s is alive: %s', async (type, text, isAlive) => {
      const person = await shop[type]()
      await change(person.id, text)
      const { sessions } = kit()
      const id = await shop.value`
        select id from session where user_id = ${person.id}`

      const alive = await sessions.alive([id])
      const listed = await sessions.list({ id: person.id, sessionId: 0 })
      const caller = await sessions.authenticate(person.token)

      expect(alive.get(id)).toEqual(isAlive ? { readsOrders: type === 'admin' } : undefined)
      expect(listed).toHaveLength(isAlive ? 1 : 0)
      expect(caller).toEqual(
        isAlive ? { id: person.id, sessionId: id, tokenRole: null, isGuest: false } : null,
      )
    })
  })

  describe('ending', () => {
    const gone = async (sessions: ReturnType<typeof createSessions>, token: string) =>
      (await sessions.authenticate(token)) === null

    it('an existing one notifies every process, ending a missing one notifies none', async () => {
      const { link, sessions, ended } = kit()
      const [person, stranger] = [await shop.customer(), await shop.customer()]
      const caller = await sessions.authenticate(person.token)
      const theirs = await sessions.authenticate(stranger.token)
      if (!caller || !theirs) throw new Error('a customer is not signed in')

      expect(await sessions.end(caller, theirs.sessionId)).toBe(false)
      expect(await gone(sessions, stranger.token)).toBe(false)
      expect([link.sent, ended]).toEqual([[], []])
      expect(await sessions.end(caller)).toBe(true)
      expect(await gone(sessions, person.token)).toBe(true)
      expect([link.sent, ended]).toEqual([[person.id], [person.id]])
      expect(await sessions.end(caller)).toBe(false)
    })

    it('counts no expired session', async () => {
      const { sessions } = kit()
      const person = await shop.customer()
      const caller = await sessions.authenticate(person.token)
      await shop.signIn(person)
      await shop.sql`update session set expires_at = now() - interval '1 second'
        where user_id = ${person.id} and id <> ${caller?.sessionId}`
      await shop.signIn(person)
      if (!caller) throw new Error('the customer is not signed in')

      expect(await inTransaction(shop.db, (tx) => sessions.endOthers(tx, caller))).toBe(1)
      expect(await inTransaction(shop.db, (tx) => sessions.endOthers(tx, caller))).toBe(0)
      await shop.sql`update session set expires_at = now() where user_id = ${person.id}`
      expect(await sessions.end(caller)).toBe(false)
    })

    it("all others, or all, keeps other users' sessions and half-finished sign-ins", async () => {
      const { link, sessions, ended } = kit()
      const [person, stranger] = [await shop.customer(), await shop.customer()]
      const second = await shop.signIn(person)
      const caller = await sessions.authenticate(person.token)
      if (!caller) throw new Error('the customer is not signed in')
      for (const { id } of [person, stranger]) {
        await shop.sql`
          insert into google_code (code_hash, cookie_hash, user_id, expires_at)
          values (decode(md5(${String(id)}), 'hex'), '', ${id}, now() + interval '1 minute')`
      }

      await inTransaction(shop.db, (tx) => sessions.endOthers(tx, caller))
      expect([await gone(sessions, person.token), await gone(sessions, second)]).toEqual([
        false,
        true,
      ])
      await inTransaction(shop.db, (tx) => sessions.endAll(tx, person.id))
      expect(await gone(sessions, person.token)).toBe(true)
      expect(await gone(sessions, stranger.token)).toBe(false)
      const codes = await shop.sql`select user_id as id from google_code`
      expect(codes).toEqual([{ id: stranger.id }])
      expect([link.sent, ended]).toEqual([
        [person.id, person.id],
        [person.id, person.id],
      ])
    })

    it('is not announced until the transaction has committed', async () => {
      const { sessions, ended } = kit()
      const person = await shop.customer()
      await sessions.authenticate(person.token)

      const undone = inTransaction(shop.db, async (tx) => {
        await sessions.endAll(tx, person.id)
        throw new Error('undone')
      })

      await expect(undone).rejects.toThrow('undone')
      expect(ended).toEqual([])
      expect(await gone(sessions, person.token)).toBe(false)
    })
  })
})
