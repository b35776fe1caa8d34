import { describe, expect, it } from 'vitest'
import { login } from '#tests/kit/accounts.ts'
import { describeShop, PASSWORD, type Shop } from '#tests/kit/shop.ts'

const FORM = {
  username: 'Layla',
  email: 'layla@barq.example',
  password: 'lightning fast',
  password_confirmation: 'lightning fast',
}

describeShop('accounts', (shop) => {
  describe('registering', () => {
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
        'en',
        'x',
        undefined,
        "Email isn't a valid address.",
        'Password must have at least 8 characters.',
      ],
    ] as const)('tells an empty field from a wrong one (%s, "%s")', async (error) => {
      const [language, typed, username, email, password] = error
      const answer = await shop.call('POST', '/api/auth/register', {
        body: {
          // A name of nothing but spaces is treated as missing.
          username: typed || '   ',
          email: typed,
          password: typed,
          password_confirmation: typed,
        },
        headers: { 'accept-language': language ?? 'en' },
      })

      expect(answer.body.errors).toEqual({
        ...(username && { username: [username] }),
        email: [email],
        password: [password],
      })
    })

    it('opens one account when the same form is sent ten times at once', async () => {
      const body = { ...FORM, email: uniqueEmail() }

      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shop.call('POST', '/api/auth/register', { body })),
      )

      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)])
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
      expect((await login(shop, email, FORM.password)).status).toBe(401)
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

    it('refuses a taken email in the language that the request asks for', async () => {
      const { email } = await shop.customer()

      const answer = await shop.call('POST', '/api/auth/register', {
        body: { ...FORM, email },
        headers: { 'accept-language': 'ar' },
      })

      expect(answer.status).toBe(422)
      expect(answer.body.errors.email).toEqual(['هذا البريد الإلكتروني مستخدَم من قبل.'])
      expect(answer.body.message).toBe('هذا البريد الإلكتروني مستخدَم من قبل.')
    })
  })

  describe('signing in', () => {
    it('forgets failures after an honest sign-in', async () => {
      const { email } = await shop.customer()
      const address = '127.0.1.5'
      await failBefore(shop, email, address, 9)
      expect((await login(shop, email, PASSWORD, address)).status).toBe(200)

      await failBefore(shop, email, address, 1)

      expect((await login(shop, email, PASSWORD, address)).status).toBe(200)
    })

    it('does not count honest sign-ins against their address', async () => {
      const { email } = await shop.customer()
      const address = '127.0.1.6'
      await useUp(shop, `login:${address}`, 99)

      for (let attempt = 0; attempt < 3; attempt++) {
        expect((await login(shop, email, PASSWORD, address)).status).toBe(200)
      }
    })

    it('accepts the longest email that fits a form', async () => {
      // Every letter is different and takes four bytes, so the database cannot compress the email.
      const email = Array.from({ length: 1000 }, (_, index) =>
        String.fromCodePoint(0x20000 + ((index * 7919) % 40000)),
      ).join('')

      const answer = await login(shop, email, 'wrong password', '127.0.1.8')

      expect(answer.status).toBe(401)
    })
  })

  describe('a session', () => {
    it('is stored as a hash, so that a copy of the database opens nothing', async () => {
      const { email } = await shop.customer()
      const { body } = await login(shop, email, PASSWORD)

      const token: string = body.access_token

      const rows = await shop.sql<{ row: string }>`
      select session::text as row from session
      union all select app_user::text from app_user
      union all select throttle::text from throttle`

      const kept = rows.map(({ row }) => row).join('\n')
      for (const form of ['utf8', 'base64url'] as const) {
        expect(kept).not.toContain(Buffer.from(token, form).toString('hex'))
      }
      expect(kept).not.toContain(token)
    })

    it('is needed, as the answer without one says', async () => {
      const { status, headers } = await shop.call('GET', '/api/user')

      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    })
  })

  describe('the profile', () => {
    it('changes, and keeps what is not mentioned', async () => {
      const { token, id, email } = await shop.customer()
      const profile = {
        username: 'ليلى',
        email,
        phone: '050 123 4567',
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
          guest: false,
          pendingEmail: null,
          username: 'Layla',
          phone: '+971501234567',
          country: 'UAE',
          city: null,
          profileImage: null,
          account_type: 'customer',
          role: null,
        },
      })
      expect((await shop.call('GET', '/api/user', { token })).body).toEqual(answer.body.user)
    })

    it('takes a phone that there is, or the one that it has', async () => {
      const { token, id, username, email } = await shop.customer()
      const save = (phone: string, country?: string) => {
        const body = { username, email, phone, country }
        return shop.call('PUT', '/api/auth/user/update', { token, body })
      }

      expect((await save('abc')).body.errors).toEqual({
        phone: [expect.stringMatching(/^Enter a valid phone number/)],
      })
      expect((await save('050 123 4567')).status).toBe(422)
      await shop.sql`update app_user set phone = 'ask Omar' where id = ${id}`
      expect((await save('ask Omar')).body.user.phone).toBe('ask Omar')
      expect((await save('+52 1 55 1234 5678')).body.user.phone).toBe('+525512345678')
      await shop.sql`update shipping_method set places = '{AE}'`
      expect((await save('050 123 4567')).body.user.phone).toBe('+971501234567')
      await shop.sql`update shipping_method set places = null`
      expect((await save('٠٥٠١٢٣٤٥٦٧', 'السعودية')).body.user.phone).toBe('+966501234567')
    })

    it.for([undefined, '', null])('keeps the password when it is %j', async (password) => {
      const { token, username, email, ...person } = await shop.customer()
      const other = await shop.signIn(person)

      const answer = await shop.call('PUT', '/api/auth/user/update', {
        token,
        body: { username, email, password },
      })

      expect(answer.status).toBe(200)
      expect((await login(shop, email, PASSWORD)).status).toBe(200)
      expect((await shop.call('GET', '/api/user', { token: other })).status).toBe(200)
    })

    it("refuses somebody else's email in any letters and changes nothing", async () => {
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
      expect((await login(shop, email, PASSWORD)).status).toBe(200)
    })

    it.for([
      ['password', 'short', 'Password must have at least 8 characters.'],
      ['password', 'x'.repeat(129), 'Password must have at most 128 characters.'],
      ['password', 7, "Password isn't valid."],
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
  })
})

function uniqueEmail(): string {
  return `layla.${crypto.randomUUID()}@barq.example`
}

/** Makes one wrong guess and counts it as `failures` guesses, since hashing every guess would take too long. */
async function failBefore(
  shop: Shop,
  email: string,
  address: string,
  failures: number,
): Promise<void> {
  expect((await login(shop, email, 'wrong password', address)).status).toBe(401)
  await shop.sql`
    update throttle set count = count + ${failures - 1}
    where key like ${`login:%:${address}`}`
}

async function useUp(shop: Shop, key: string, attempts: number): Promise<void> {
  await shop.sql`
    insert into throttle (key, count, resets_at)
    values (${key}, ${attempts}, now() + interval '10 minutes')`
}
