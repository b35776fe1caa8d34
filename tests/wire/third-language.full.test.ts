/** A language that is added by an entry and a catalogue: the server refuses and writes in it. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  CODE,
  MARK,
  openThirdLanguageShop,
  type ThirdLanguageShop,
} from '#tests/kit/third-language.ts'

let shop: ThirdLanguageShop

beforeAll(async () => {
  shop = await openThirdLanguageShop()
})
afterAll(() => shop?.close())

it('is one of those that the shop names', async () => {
  const { body } = await call('GET', '/api/config')

  expect(body.languages).toEqual(['en', 'ar', CODE])
})

it('refuses in it: a call, a field with its label and limit, and a success', async () => {
  const signedOut = await call('GET', '/api/user')
  const short = await register({ password: 'short', password_confirmation: 'short' })
  const { token } = await signUp()
  const saved = await call('PUT', '/api/auth/user/update', { token, body: profile })

  expect(signedOut.body).toEqual({ error: 'unauthenticated', message: `${MARK} Please sign in.` })
  expect(short.body.errors.password).toEqual([
    `${MARK} ${MARK} Password must have at least 8 characters.`,
  ])
  expect(saved.body.message).toBe(`${MARK} Profile updated.`)
})

it('writes an e-mail in it, every line but the link', async () => {
  const { email } = await signUp()
  await call('POST', '/api/auth/password/email', { body: { email } })

  const mail = await vi.waitFor(
    async () => {
      const { mails } = (await call('GET', '/api/demo/mails')).body
      const found = mails.find(
        ({ to, subject }: { to: string; subject: string }) =>
          to === email && subject.includes('password'),
      )
      expect(found).toBeDefined()
      return (await call('GET', `/api/demo/mails/${found.id}`)).body
    },
    { timeout: 60_000, interval: 200 },
  )
  const lines: string[] = mail.text.trim().split(/\n{2,}/)
  const unmarked = lines.filter((line) => !line.startsWith(MARK))

  expect(mail.subject).toBe(`${MARK} Set a new password for your Barq account`)
  expect(unmarked).toEqual([expect.stringMatching(/^http\S+$/), 'Barq برق'])
  expect(mail.html).toContain(`lang="${CODE}" dir="ltr"`)
})

const profile = {
  username: 'Sara',
  email: 'sara@example.com',
  phone: null,
  country: null,
  city: null,
}

function register(form: Record<string, string>) {
  return call('POST', '/api/auth/register', {
    body: { username: 'Sara', email: 'sara@example.com', ...form },
  })
}

async function signUp(): Promise<{ email: string; token: string }> {
  const password = 'a long password'
  const email = profile.email
  await register({ password, password_confirmation: password })
  const login = await call('POST', '/api/auth/login', { body: { email, password } })
  return { email, token: login.body.access_token }
}

async function call(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
) {
  const reply = await fetch(shop.address + path, {
    method,
    headers: {
      'accept-language': CODE,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the test checks the shape
  return { status: reply.status, body: (await reply.json()) as any }
}
