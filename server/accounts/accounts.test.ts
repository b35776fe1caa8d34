import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'

const FORM = {
  username: 'Layla',
  email: 'layla@barq.example',
  password: 'lightning fast',
  password_confirmation: 'lightning fast',
}

describeShop('accounts', (shop) => {
  describe('registering', () => {
    it('opens a customer account that can sign in', async () => {
      const email = uniqueEmail()

      const answer = await shop.call('POST', '/api/auth/register', { body: { ...FORM, email } })

      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({ message: expect.any(String) })
      const login = await signIn(shop, email, FORM.password)
      expect(login.body).toEqual({
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'Bearer',
        account_type: 'customer',
      })
    })

    it.for([
      ['username', ''],
      ['username', '   '],
      ['username', 'x'.repeat(256)],
      ['username', undefined],
      ['email', 'layla'],
      ['email', 'layla@'],
      ['email', ''],
      ['email', `${'x'.repeat(250)}@barq.example`],
      ['email', undefined],
      ['password', '1234567'],
      ['password', 'x'.repeat(129)],
      ['password', undefined],
      ['password_confirmation', undefined],
    ] as const)('names the field %s that is %j', async ([field, value]) => {
      const answer = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email: uniqueEmail(), [field]: value },
      })

      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ error: 'invalid', message: expect.any(String) })
      expect(answer.body.errors[field][0]).toEqual(expect.any(String))
    })

    it('accepts the longest and shortest values that the limits allow', async () => {
      for (const password of ['12345678', 'x'.repeat(128)]) {
        const answer = await shop.call('POST', '/api/auth/register', {
          body: {
            username: 'x'.repeat(255),
            email: uniqueEmail(),
            password,
            password_confirmation: password,
          },
        })

        expect(answer.status).toBe(201)
      }
    })

    it('refuses a confirmation that differs', async () => {
      const answer = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email: uniqueEmail(), password_confirmation: 'something else' },
      })

      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ password: [expect.any(String)] })
    })

    it.for([
      ['en', '', 'Username is required.', 'Email is required.', 'Password is required.'],
      [
        'ar',
        '',
        'حقل اسم المستخدم مطلوب.',
        'حقل البريد الإلكتروني مطلوب.',
        'حقل كلمة المرور مطلوب.',
      ],
      [
        ...['en', 'x', undefined, 'Email is not a valid address.'],
        'Password must have at least 8 characters.',
      ],
    ] as const)('tells an empty field from a wrong one (%s, "%s")', async (error) => {
      const [language, typed, username, email, password] = error
      const answer = await shop.call('POST', '/api/auth/register', {
        body: { username: typed, email: typed, password: typed, password_confirmation: typed },
        headers: { 'accept-language': language ?? 'en' },
      })

      expect(answer.body.errors).toEqual({
        ...(username && { username: [username] }),
        email: [email],
        password: [password],
      })
    })

    it('counts a name of spaces as missing', async () => {
      const { body } = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email: uniqueEmail(), username: '   ' },
      })

      expect(body.errors).toEqual({ username: ['Username is required.'] })
    })

    it('refuses an e-mail that is taken in another letter case', async () => {
      const { email } = await shop.customer()

      const answer = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email: email.toUpperCase() },
      })

      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ email: [expect.any(String)] })
    })

    it('opens one account when the same form is sent ten times at once', async () => {
      const body = { ...FORM, email: uniqueEmail() }

      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shop.call('POST', '/api/auth/register', { body })),
      )

      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)])
    })

    it('cannot make an admin', async () => {
      const email = uniqueEmail()

      await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email, account_type: 'admin', id: 1, is_admin: true, disabled_at: null },
      })

      expect((await signIn(shop, email, FORM.password)).body.account_type).toBe('customer')
    })

    it('refuses the thirty-first registration in an hour from one address with a flag', async () => {
      const address = '127.0.9.1'
      await useUp(shop, `register:${address}`, 30)
      const email = uniqueEmail()
      const register = (headers: Record<string, string>) =>
        shop.call('POST', '/api/auth/register', { body: { ...FORM, email }, address, headers })

      const answer = await register({})
      const arabic = await register({ 'accept-language': 'ar' })

      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        error: true,
        data: { email: 'Too many attempts. Please wait before you try again.' },
      })
      expect(arabic.body.data.email).toMatch(/[\u0600-\u06ff]/)
      expect((await signIn(shop, email, FORM.password)).status).toBe(401)
    })

    it('describes that error beside the success', async () => {
      const { body } = await shop.call('GET', '/api/openapi.json')
      const { responses } = body.paths['/api/auth/register'].post

      const { schema } = responses['200'].content['application/json']
      const name = schema.$ref?.split('/').at(-1)
      const refused = name ? body.components.schemas[name] : schema
      expect(refused.properties.error).toMatchObject({ const: true })
      expect(refused.properties.data).toMatchObject({ type: 'object' })
      expect(responses).toHaveProperty('201')
    })

    it('answers in Arabic when the request asks for it', async () => {
      const answer = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, password: 'short' },
        headers: { 'accept-language': 'ar-AE,ar;q=0.9,en;q=0.5' },
      })

      expect(answer.body.errors.password[0]).toMatch(/[\u0600-\u06ff]/)
    })
  })

  describe('signing in', () => {
    it('accepts the e-mail in any letter case', async () => {
      const { email } = await shop.customer()

      const answer = await signIn(shop, email.toUpperCase(), PASSWORD)

      expect(answer.status).toBe(200)
    })

    it('returns whether the account is staff', async () => {
      const { email } = await shop.admin()

      expect((await signIn(shop, email, PASSWORD)).body.account_type).toBe('admin')
    })

    it('answers a wrong password and an unknown account alike', async () => {
      const { email } = await shop.customer()

      const wrong = await signIn(shop, email, 'wrong password')
      const unknown = await signIn(shop, uniqueEmail(), 'wrong password')

      expect(wrong.status).toBe(401)
      expect(unknown.status).toBe(401)
      expect(unknown.text).toBe(wrong.text)
      expect(stableHeaders(unknown.headers)).toEqual(stableHeaders(wrong.headers))
      expect(wrong.body.error).toBe('bad_credentials')
    })

    it('takes as long for an unknown account', async () => {
      const { email } = await shop.customer()
      const [known, unknown]: [number[], number[]] = [[], []]

      for (let round = 0; round < 5; round++) {
        const address = `127.0.8.${round + 1}`
        known.push(await cpuTime(() => signIn(shop, email, 'wrong password', address)))
        unknown.push(await cpuTime(() => signIn(shop, uniqueEmail(), 'wrong password', address)))
      }

      // A wide margin: without the decoy hash it takes a tenth of the time.
      const times = 4
      expect(median(unknown)).toBeGreaterThan(median(known) / times)
      expect(median(unknown)).toBeLessThan(median(known) * times)
    })

    it('refuses after ten failures, even with the right password', async () => {
      const { email } = await shop.customer()
      const address = '127.0.1.1'
      await failBefore(shop, email, address, 9)
      expect((await signIn(shop, email, 'wrong password', address)).status).toBe(401)

      const answer = await signIn(shop, email, PASSWORD, address)

      expect(answer.status).toBe(429)
      expect(answer.body).toEqual({ error: 'too_many', message: expect.any(String) })
      const wait = Number(answer.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(15 * 60)
    })

    it('counts guesses that are sent at once', async () => {
      const { email } = await shop.customer()
      const address = '127.0.1.2'

      const answers = await Promise.all(
        Array.from({ length: 20 }, () => signIn(shop, email, 'wrong password', address)),
      )

      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    })

    it('lets the owner in from elsewhere while somebody guesses', async () => {
      const { email } = await shop.customer()
      await failBefore(shop, email, '127.0.1.3', 10)
      expect((await signIn(shop, email, 'wrong password', '127.0.1.3')).status).toBe(429)

      expect((await signIn(shop, email, PASSWORD, '127.0.1.4')).status).toBe(200)
    })

    it('forgets failures after an honest sign-in', async () => {
      const { email } = await shop.customer()
      const address = '127.0.1.5'
      await failBefore(shop, email, address, 9)
      expect((await signIn(shop, email, PASSWORD, address)).status).toBe(200)

      await failBefore(shop, email, address, 1)

      expect((await signIn(shop, email, PASSWORD, address)).status).toBe(200)
    })

    it('does not count honest sign-ins against their address', async () => {
      const { email } = await shop.customer()
      const address = '127.0.1.6'
      await useUp(shop, `login:${address}`, 99)

      for (let attempt = 0; attempt < 3; attempt++) {
        expect((await signIn(shop, email, PASSWORD, address)).status).toBe(200)
      }
    })

    it('limits guesses at many accounts from one address', async () => {
      const address = '127.0.1.7'
      await useUp(shop, `login:${address}`, 100)

      const answer = await signIn(shop, uniqueEmail(), 'wrong password', address)

      expect(answer.status).toBe(429)
    })

    it('accepts the longest e-mail that fits a form', async () => {
      // Different letters of four bytes each: nothing that the database could compress.
      const email = Array.from({ length: 1000 }, (_, index) =>
        String.fromCodePoint(0x20000 + ((index * 7919) % 40000)),
      ).join('')

      const answer = await signIn(shop, email, 'wrong password', '127.0.1.8')

      expect(answer.status).toBe(401)
    })

    it('refuses a disabled account like a wrong password', async () => {
      const person = await shop.customer()
      const before = await signIn(shop, person.email, 'wrong password')
      await disable(shop, person.id)

      const answer = await signIn(shop, person.email, PASSWORD)

      expect(answer.status).toBe(401)
      expect(answer.text).toBe(before.text)
    })
  })

  describe('a session', () => {
    it('returns its user, by both paths', async () => {
      const { token, id, username, email } = await shop.customer()

      const [one, other] = await Promise.all(
        ['/api/auth/user', '/api/user'].map((path) => shop.call('GET', path, { token })),
      )

      const user = { id, username, email, emailConfirmed: true, pendingEmail: null }
      const details = { phone: null, country: null, city: null }
      expect(one?.body).toEqual({
        ...user,
        ...details,
        profileImage: null,
        account_type: 'customer',
      })
      expect(other?.body).toEqual(one?.body)
      expect(one?.headers['cache-control']).toBe('no-store')
    })

    it('is invalid the moment it is signed out, and no other is', async () => {
      const person = await shop.customer()
      const other = await shop.signIn(person)
      await shop.call('GET', '/api/user', { token: person.token })

      const answer = await shop.call('POST', '/api/auth/logout', { token: person.token })

      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ message: expect.any(String) })
      expect((await shop.call('GET', '/api/user', { token: person.token })).status).toBe(401)
      expect((await shop.call('GET', '/api/user', { token: other })).status).toBe(200)
    })

    it('is not revived by a call that was under way when it was signed out', async () => {
      const { token } = await shop.customer()

      await Promise.all([
        ...Array.from({ length: 5 }, () => shop.call('GET', '/api/user', { token })),
        shop.call('POST', '/api/auth/logout', { token }),
        ...Array.from({ length: 5 }, () => shop.call('GET', '/api/user', { token })),
      ])

      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    })

    it('is invalid on every server, even for calls under way there', async () => {
      const other = await shop.anotherApp()
      try {
        for (let round = 0; round < volume(5, 20); round++) {
          const { token } = await shop.customer()
          const headers = { authorization: `Bearer ${token}` }
          const ask = () => other.inject({ url: '/api/user', headers })
          await shop.call('GET', '/api/user', { token })

          // The other server looks the token up while it is being revoked.
          const ended = shop.call('POST', '/api/auth/logout', { token })
          await Promise.all([...Array.from({ length: 5 }, ask), ended])

          await expect.poll(async () => (await ask()).statusCode).toBe(401)
        }
      } finally {
        await other.close()
      }
    })

    it('ends with its account', async () => {
      const { token, id } = await shop.customer()
      await disable(shop, id)

      const answer = await shop.call('GET', '/api/user', { token })

      expect(answer.status).toBe(401)
      expect(answer.body.error).toBe('unauthenticated')
    })

    it.for([
      ['expired', sql`expires_at = now() - interval '1 second'`],
      ['unused for a fortnight', sql`last_used_at = now() - interval '14 days 1 minute'`],
      ['revoked', sql`revoked_at = now()`],
    ] as const)('that is %s is refused', async ([, change]) => {
      const { token, id } = await shop.customer()
      await sql`update session set ${change} where user_id = ${id}`.execute(shop.db.run)

      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    })

    it('of staff ends after two idle hours', async () => {
      const { token, id } = await shop.admin()
      await sql`update session set last_used_at = now() - interval '2 hours 1 minute' where user_id = ${id}`.execute(
        shop.db.run,
      )

      expect((await shop.call('GET', '/api/user', { token })).status).toBe(401)
    })

    it('is stored as a hash, so that a copy of the database opens nothing', async () => {
      const { email } = await shop.customer()
      const { body } = await signIn(shop, email, PASSWORD)

      const token: string = body.access_token

      const { rows } = await sql<{ row: string }>`
      select session::text as row from session
      union all select app_user::text from app_user
      union all select throttle::text from throttle`.execute(shop.db.run)

      const kept = rows.map(({ row }) => row).join('\n')
      for (const form of ['utf8', 'base64url'] as const) {
        expect(kept).not.toContain(Buffer.from(token, form).toString('hex'))
      }
      expect(kept).not.toContain(token)
    })

    it.for([
      ['no header', {}],
      ['another scheme', { authorization: 'Basic dGVzdDp0ZXN0' }],
      ['no token', { authorization: 'Bearer ' }],
      ['a token of nobody', { authorization: `Bearer ${'a'.repeat(43)}` }],
      ['a long token', { authorization: `Bearer ${'a'.repeat(5000)}` }],
    ] as const)('is needed: %s is a 401', async ([, headers]) => {
      const answer = await shop.call('GET', '/api/user', { headers })

      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
      expect(answer.body).toEqual({ error: 'unauthenticated', message: expect.any(String) })
    })

    it('is not accepted in the query string or a cookie', async () => {
      const { token } = await shop.customer()

      const byQuery = await shop.call('GET', `/api/user?access_token=${token}&token=${token}`)
      const byCookie = await shop.call('GET', '/api/user', {
        headers: { cookie: `access_token=${token}` },
      })

      expect([byQuery.status, byCookie.status]).toEqual([401, 401])
    })
  })

  describe('the profile', () => {
    it('changes, and keeps what is not mentioned', async () => {
      const { token, id, email } = await shop.customer()
      const profile = {
        username: 'ليلى',
        email,
        phone: '+971 50 000',
        country: 'UAE',
        city: 'Dubai',
      }
      await shop.call('PUT', '/api/auth/user/update', { token, body: profile })

      const answer = await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username: '  Layla ', email, city: null },
      })

      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        message: expect.any(String),
        user: {
          id,
          email,
          emailConfirmed: true,
          pendingEmail: null,
          username: 'Layla',
          phone: '+971 50 000',
          country: 'UAE',
          city: null,
          profileImage: null,
          account_type: 'customer',
        },
      })
      expect((await shop.call('GET', '/api/user', { token })).body).toEqual(answer.body.user)
    })

    it.for([undefined, '', null])('keeps the password when it is %j', async (password) => {
      const { token, username, email, ...person } = await shop.customer()
      const other = await shop.signIn(person)

      const answer = await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email, password },
      })

      expect(answer.status).toBe(200)
      expect((await signIn(shop, email, PASSWORD)).status).toBe(200)
      expect((await shop.call('GET', '/api/user', { token: other })).status).toBe(200)
    })

    it('with a new password ends the other sessions at once', async () => {
      const { token, username, email, ...person } = await shop.customer()
      const other = await shop.signIn(person)
      await shop.call('GET', '/api/user', { token: other })

      await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email, password: 'a new password' },
      })

      expect((await shop.call('GET', '/api/user', { token: other })).status).toBe(401)
      expect((await shop.call('GET', '/api/user', { token })).status).toBe(200)
      expect((await signIn(shop, email, PASSWORD)).status).toBe(401)
      expect((await signIn(shop, email, 'a new password')).status).toBe(200)
    })

    it("refuses somebody else's e-mail in any letters and changes nothing", async () => {
      const { token, username, email } = await shop.customer()
      const taken = await shop.customer()

      const answer = await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username: 'Changed', email: taken.email.toUpperCase(), password: 'another one' },
      })

      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ email: [expect.any(String)] })
      const { body } = await shop.call('GET', '/api/user', { token })
      expect(body).toMatchObject({ username, email })
      expect((await signIn(shop, email, PASSWORD)).status).toBe(200)
    })

    it('may change the letter case of its own e-mail', async () => {
      const { token, username, email } = await shop.customer()

      const answer = await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email: email.toUpperCase() },
      })

      expect(answer.body.user?.email).toBe(email.toUpperCase())
    })

    it.for([
      ['password', 'short', 'Password must have at least 8 characters.'],
      ['password', 'x'.repeat(129), 'Password must have at most 128 characters.'],
      ['password', 7, 'Password is not valid.'],
      ['phone', 'x'.repeat(300), 'Phone must have at most 255 characters.'],
    ] as const)('says the one useful thing about a %s of %j', async ([field, value, sentence]) => {
      const { token, username, email } = await shop.customer()

      const answer = await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email, [field]: value },
      })

      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ message: sentence, errors: { [field]: [sentence] } })
    })

    it('ignores fields that only the server sets', async () => {
      const { token, id, username, email } = await shop.customer()

      await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: {
          username,
          email,
          id: 1,
          account_type: 'admin',
          event_seq: 99,
          picture_key: 'x',
          profileImage: 'https://evil.example/x.svg',
          created_at: '2000-01-01T00:00:00Z',
          password_hash: 'x',
          disabled_at: '2000-01-01T00:00:00Z',
        },
      })

      const { body } = await shop.call('GET', '/api/user', { token })
      expect(body).toMatchObject({ id, account_type: 'customer', profileImage: null })
    })
  })

  describe('what is wrong with a form', () => {
    it('is in the language that the request asks for', async () => {
      const { email } = await shop.customer()

      const answer = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email, username: 'ليلى' },
        headers: { 'accept-language': 'ar' },
      })

      expect(answer.status).toBe(422)
      expect(answer.body.errors.email).toEqual(['هذا البريد الإلكتروني مستخدَم من قبل.'])
      expect(answer.body.message).toBe('هذا البريد الإلكتروني مستخدَم من قبل.')
    })
  })
})

function signIn(shop: Shop, email: string, password: string, address?: string) {
  return shop.call('POST', '/api/auth/login', {
    body: { email, password },
    ...(address && { address }),
  })
}

function uniqueEmail(): string {
  return `layla.${crypto.randomUUID()}@barq.example`
}

/** Guesses wrong, as if for the nth time: to hash every guess would take long. */
async function failBefore(
  shop: Shop,
  email: string,
  address: string,
  failures: number,
): Promise<void> {
  expect((await signIn(shop, email, 'wrong password', address)).status).toBe(401)
  await sql`
    update throttle set count = count + ${failures - 1}
    where key like ${`login:%:${address}`}`.execute(shop.db.run)
}

/** Stores the attempts as if they had been made. */
async function useUp(shop: Shop, key: string, attempts: number): Promise<void> {
  await sql`
    insert into throttle (key, count, resets_at)
    values (${key}, ${attempts}, now() + interval '10 minutes')`.execute(shop.db.run)
}

async function disable(shop: Shop, userId: number): Promise<void> {
  await sql`update app_user set disabled_at = now() where id = ${userId}`.execute(shop.db.run)
}

function stableHeaders({ date: _date, ...headers }: Record<string, unknown>) {
  return headers
}

/** Of this process, whatever else the machine does meanwhile. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
