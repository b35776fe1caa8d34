import type { FastifyInstance } from 'fastify'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { askForLink, confirmEmail, setPassword } from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  newKey,
  publicPart,
  sign,
  TestBrowser,
  TestProvider,
} from '#tests/kit/openid.ts'
import { REDIRECT_PARAMETERS, REDIRECT_TARGETS } from '#tests/kit/redirect-targets.ts'
import { enrol, finishSignIn } from '#tests/kit/second-factor.ts'
import { describeShop, PASSWORD } from '#tests/kit/shop.ts'
import { IS_FULL } from '#tests/kit/volume.ts'

const SHOP = 'http://localhost:3000'
const RETURN = '/api/auth/google/return'

describeShop('signing in with Google', (shop) => {
  const provider = new TestProvider()
  let app: FastifyInstance
  /** An app that has not cached the provider's keys, which tests change. */
  let fresh: FastifyInstance
  let foreignKey: Awaited<ReturnType<typeof newKey>>

  beforeAll(async () => {
    foreignKey = await newKey('unknown')
    await provider.open(`${SHOP}${RETURN}`)
    app = await openShop()
    fresh = await openShop()
  })
  beforeEach(async () => {
    provider.tampering = {}
    provider.person = somebody()
    // All requests come from one IP address, which would exceed its limit.
    await shop.sql`delete from throttle where key like 'google:%'`
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(async () => {
    await app.close()
    await fresh.close()
    await provider.close()
  })

  /** A shop that has not contacted the provider yet. */
  const openShop = (settings: Record<string, string> = {}) =>
    shop.anotherApp({ ...provider.settings, ...settings })

  const newBrowser = (at = app) => new TestBrowser(at, SHOP)

  /** Runs the whole flow, from the button back to the page. @returns the content of the URL fragment. */
  async function throughGoogle(browser = newBrowser()): Promise<string> {
    const page = await browser.visit('/api/auth/google')
    expect(page.origin + page.pathname + page.search).toBe(`${SHOP}/sign-in`)
    return page.hash
  }

  const codeIn = (hash: string) => /^#google=([\w-]{43})$/.exec(hash)?.[1] ?? ''

  async function signIn(browser = newBrowser()) {
    const code = codeIn(await throughGoogle(browser))
    return browser.post('/api/auth/google/token', { code })
  }

  async function profileOf(token: string) {
    return (await shop.call('GET', '/api/user', { token })).body
  }

  /** Runs the flow until just before the callback. @returns the callback URL that the browser would open. */
  const untilReturn = (browser: TestBrowser) =>
    browser.visit('/api/auth/google', (url) => url.pathname === RETURN)

  it('asks an account with a second factor for its code', async () => {
    const { access_token: token } = (await signIn()).body
    const { id } = await profileOf(token)
    const { code } = await enrol(shop, { id, username: '', email: '', token })

    const asked = await signIn()
    expect(asked).toMatchObject({ status: 403, body: { error: 'second_factor_required' } })
    const done = await finishSignIn(shop, asked.body.challenge, code(1))
    expect((await profileOf(done.body.access_token)).id).toBe(id)
  })

  it('opens an account the first time and later recognizes it, whatever the email there', async () => {
    const { email } = provider.person
    const browser = newBrowser()
    const first = await signIn(browser)
    provider.person = { ...provider.person, email: 'changed@elsewhere.example' }
    const again = await signIn()

    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      account_type: 'customer',
    })
    const profile = await profileOf(first.body.access_token)
    expect(profile).toMatchObject({ username: 'Layla', email })
    const rows = await shop.sql`
      select from app_user where id = ${profile.id} and email_confirmed_at is not null`
    expect(rows).toHaveLength(1)
    expect(await profileOf(again.body.access_token)).toEqual(profile)
    expect(browser.visited.join(' ')).not.toContain(first.body.access_token)
  })

  it('is no way back into an account whose owner set a password by mail', async () => {
    const { body: attacker } = await signIn()
    const attackerThere = provider.person
    const victim = `victim.${crypto.randomUUID()}@mail.example`
    const change = { username: 'Layla', email: victim }
    await shop.call('PUT', '/api/auth/user/update', { token: attacker.access_token, body: change })
    const confirmation = (await deliverMails(shop)).find(({ to }) => to === victim)
    await confirmEmail(shop, tokenIn(confirmation))
    await askForLink(shop, victim)
    const link = (await deliverMails(shop)).find(({ to }) => to === victim)
    const reset = await setPassword(shop, tokenIn(link), 'chosen by the victim')
    expect(reset.status).toBe(200)

    provider.person = attackerThere
    const again = await signIn()

    expect((await profileOf(again.body.access_token)).email).not.toBe(victim)
    const notice = (await deliverMails(shop)).find(({ to }) => to === victim)
    expect(notice?.text).toContain('Google')
  })

  it('sends PKCE, state and nonce', async () => {
    const { searchParams } = await newBrowser().visit(
      '/api/auth/google',
      (url) => url.origin === provider.issuer,
    )

    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: `${SHOP}${RETURN}`,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('binds the flow to one browser by a cookie that scripts cannot read', async () => {
    const reply = await app.inject('/api/auth/google')

    expect(reply.headers['set-cookie']).toMatch(
      /^barq_google=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const secure = await openShop({ PUBLIC_URL: 'https://shop.example' })
    const cookie = (await secure.inject('/api/auth/google')).headers['set-cookie']
    expect(cookie).toMatch(/^__Host-barq_google=.*; Secure$/)
    await secure.close()
  })

  it('accepts a code once, promptly, and only from its own browser', async () => {
    const browser = newBrowser()
    const code = codeIn(await throughGoogle(browser))

    const elsewhere = await newBrowser().post('/api/auth/google/token', { code })
    const [one, ...others] = (
      await Promise.all(
        Array.from({ length: 10 }, () => browser.post('/api/auth/google/token', { code })),
      )
    ).toSorted((a, b) => a.status - b.status)

    expect(elsewhere.status).toBe(422)
    expect(one?.status).toBe(200)
    expect(others.map(({ status }) => status)).toEqual(Array(9).fill(422))
    const late = newBrowser()
    const lateCode = codeIn(await throughGoogle(late))
    await shop.sql`update google_code set expires_at = now() - interval '1 second'`
    expect((await late.post('/api/auth/google/token', { code: lateCode })).status).toBe(422)
  })

  it('stores no secret of it in the database', async () => {
    const browser = newBrowser()
    const code = codeIn(await throughGoogle(browser))
    const cookie = browser.cookies.get(SHOP)?.get('barq_google') ?? 'none'

    const rows = await shop.sql<{ dump: string }>`
      select (select coalesce(string_agg(f::text, ''), '') from google_flow f)
        || (select string_agg(c::text, '') from google_code c) as dump`

    for (const secret of [code, cookie]) {
      expect(secret.length).toBe(43)
      expect(rows[0]?.dump).not.toContain(Buffer.from(secret).toString('hex'))
      expect(rows[0]?.dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })

  it('links an account with a password only after the password is given', async () => {
    const person = await shop.customer({ email: provider.person.email ?? '' })
    const browser = newBrowser()
    const code = codeIn(await throughGoogle(browser))

    const asked = await browser.post('/api/auth/google/token', { code })
    const wrong = await browser.post('/api/auth/google/link', { code, password: 'not it' })
    const elsewhere = await newBrowser().post('/api/auth/google/link', { code, password: PASSWORD })
    const rows = await shop.sql`select from identity where user_id = ${person.id}`
    expect(rows).toHaveLength(0)
    const linked = await browser.post('/api/auth/google/link', { code, password: PASSWORD })
    const twice = await browser.post('/api/auth/google/link', { code, password: PASSWORD })

    expect(asked).toEqual({ status: 200, body: { link: { email: person.email } } })
    expect([wrong.status, elsewhere.status, twice.status]).toEqual([401, 422, 422])
    expect((await profileOf(linked.body.access_token)).id).toBe(person.id)
    expect((await profileOf((await signIn()).body.access_token)).id).toBe(person.id)
  })

  it('limits guesses at the password of a link', async () => {
    await shop.customer({ email: provider.person.email ?? '' })
    const browser = newBrowser()
    const code = codeIn(await throughGoogle(browser))
    const guess = async () =>
      (await browser.post('/api/auth/google/link', { code, password: 'a guess' })).status

    expect(await guess()).toBe(401)
    await shop.sql`update throttle set count = 9 where key like 'login:%'`

    expect([await guess(), await guess()]).toEqual([401, 429])
  })

  it.for([
    ['that is not verified there', { email_verified: false }],
    ['that is verified in words only', { email_verified: 'true' as never }],
    ['that is missing', { email: undefined as never }],
  ] as const)('tells nothing about an email %s', async ([, change]) => {
    const { email } = await shop.customer()
    const known = { ...somebody(), email, ...change }
    const unknown = { ...somebody(), ...change }

    for (provider.person of [known, unknown]) {
      expect(await throughGoogle()).toBe('#google-error=unverified')
    }
  })

  it('refuses an account that is locked out, linked or not', async () => {
    await signIn()
    await shop.sql`update app_user set disabled_at = now() where email = ${provider.person.email}`

    expect(await throughGoogle()).toBe('#google-error=closed')
    provider.person = { ...provider.person, sub: crypto.randomUUID() }
    expect(await throughGoogle()).toBe('#google-error=closed')
  })

  it('opens one account for two tabs that come back at once', async () => {
    const browsers = [newBrowser(), newBrowser(), newBrowser()]
    const returns = await Promise.all(browsers.map(untilReturn))

    const pages = await Promise.all(
      browsers.map((browser, index) => browser.visit(returns[index]?.href ?? '')),
    )

    const answers = await Promise.all(
      browsers.map((browser, index) =>
        browser.post('/api/auth/google/token', { code: codeIn(pages[index]?.hash ?? '') }),
      ),
    )
    const ids = await Promise.all(
      answers.map(async ({ body }) => (await profileOf(body.access_token)).id),
    )
    expect(new Set(ids).size).toBe(1)
  })

  it.for([
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['  ليلى\n\u0000 ', 'ليلى'],
    ['x'.repeat(5000), 'x'.repeat(255)],
    ['', 'somebody'],
  ])('takes the name %j as text that fits', async ([name = '', username]) => {
    const email = `somebody@${crypto.randomUUID()}.example`
    provider.person = { ...somebody(), name, email }

    const { body } = await signIn()

    expect((await profileOf(body.access_token)).username).toBe(username)
  })

  it('is offered only where it is configured', async () => {
    const reply = await app.inject('/api/config')
    expect(reply.json().google).toBe(true)
    expect((await shop.call('GET', '/api/config')).body.google).toBe(false)
    expect((await shop.call('GET', '/api/auth/google')).status).toBe(404)
    expect((await shop.call('GET', RETURN)).status).toBe(404)
  })

  it.for([
    ['without a cookie', (url: URL) => url, true],
    ['without a state', (url: URL) => without(url, 'state'), false],
    ['with another state', (url: URL) => withQuery(url, 'state', 'x'.repeat(43)), false],
    ['with two states', (url: URL) => new URL(`${url.href}&state=x`), false],
    ['without a code', (url: URL) => without(url, 'code'), false],
    ['with another code', (url: URL) => withQuery(url, 'code', 'x'.repeat(43)), false],
    ['by another issuer', (url: URL) => withQuery(url, 'iss', 'https://evil.example'), false],
    ['with nothing', (url: URL) => new URL(url.pathname, url), false],
    ['with a foreign error', (url: URL) => new URL(`${RETURN}?error=access_denied`, url), false],
  ] as const)('refuses to come back %s', async ([, change, isElsewhere]) => {
    const browser = newBrowser()
    const address = change(await untilReturn(browser))

    const page = await (isElsewhere ? newBrowser() : browser).visit(address.href)

    expect(page.hash).toBe('#google-error=failed')
  })

  it('says so when the person declines there', async () => {
    const browser = newBrowser()
    const back = await untilReturn(browser)
    const declined = new URL(RETURN, SHOP)
    declined.searchParams.set('state', back.searchParams.get('state') ?? '')
    declined.searchParams.set('error', 'access_denied')

    expect((await browser.visit(declined.href)).hash).toBe('#google-error=denied')
  })

  it('refuses a repeated callback, or one with the state of another flow', async () => {
    const browser = newBrowser()
    const back = await untilReturn(browser)
    const first = await browser.visit(back.href)
    const replayed = await browser.visit(back.href)
    const other = newBrowser()
    await untilReturn(other)
    const mixed = await other.visit(back.href)

    expect(codeIn(first.hash)).toHaveLength(43)
    expect([replayed.hash, mixed.hash]).toEqual(Array(2).fill('#google-error=failed'))
  })

  it.for([
    ['with another verifier than it was requested', sql`verifier = ${'x'.repeat(43)}`],
    ['after more than ten minutes', sql`expires_at = now() - interval '1 second'`],
  ] as const)('refuses a code that comes back %s', async ([, change]) => {
    const browser = newBrowser()
    const back = await untilReturn(browser)
    await shop.sql`update google_flow set ${change}`

    expect((await browser.visit(back.href)).hash).toBe('#google-error=failed')
  })

  const now = () => Math.floor(Date.now() / 1000)

  it.for<[string, (claims: JWTPayload) => JWTPayload]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'somebody-else' })],
    ['two audiences and none that asked', (claims) => ({ ...claims, aud: [CLIENT_ID, 'other'] })],
    ['another authorized party', (claims) => ({ ...claims, aud: [CLIENT_ID, 'o'], azp: 'o' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['no issuer', ({ iss: _iss, ...claims }) => claims],
    ['an end that is past', (claims) => ({ ...claims, exp: now() - 3600 })],
    ['no end', ({ exp: _exp, ...claims }) => claims],
    ['no time of issue', ({ iat: _iat, ...claims }) => claims],
    ['a beginning that is not yet', (claims) => ({ ...claims, nbf: now() + 3600 })],
    ['no subject', ({ sub: _sub, ...claims }) => claims],
    ['an empty subject', (claims) => ({ ...claims, sub: '' })],
    ['a long subject', (claims) => ({ ...claims, sub: 'x'.repeat(5000) })],
    ['a subject with NUL', (claims) => ({ ...claims, sub: 'a\0b' })],
  ])('refuses an ID token with %s', async ([, change]) => {
    provider.tampering = { idToken: (claims) => sign(change(claims), provider.key) }

    expect(await throughGoogle()).toBe('#google-error=failed')
  })

  it.for<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['not signed', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'signed with the public key as a shared secret',
      (claims) => signWith(JSON.stringify(publicPart(provider.key)), claims),
    ],
    ["signed with the client's secret", (claims) => signWith(CLIENT_SECRET, claims)],
    ['signed by an unknown key', (claims) => sign(claims, foreignKey)],
    [
      'changed after it was signed',
      async (claims) => {
        const [head, , signature] = (await sign(claims, provider.key)).split('.')
        const other = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString(
          'base64url',
        )
        return [head, other, signature].join('.')
      },
    ],
  ])('refuses an ID token that is %s', async ([, forge]) => {
    provider.tampering = { idToken: forge }

    expect(await throughGoogle()).toBe('#google-error=failed')
  })

  it.for([
    ['breaks', { path: '/token', status: 500, body: 'oops' }],
    ['answers with HTML', { path: '/token', body: '<html></html>' }],
    ['has keys that are none', { path: '/jwks', body: { keys: 'x' } }],
  ])('ends well when the provider %s', async ([, answer]) => {
    const browser = newBrowser(fresh)
    const back = await untilReturn(browser)
    provider.tampering = { answer: answer as never }

    const page = await browser.visit(back.href)

    expect(page.hash).toBe('#google-error=failed')
  })

  it('ends well when the provider does not answer within five seconds', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    // Makes the timeout a hundred times shorter.
    const set = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
    const browser = newBrowser(fresh)
    const back = await untilReturn(browser)
    provider.tampering = { answer: { path: '/token', body: {}, delayMs: 1_000 } }

    const page = await browser.visit(back.href)

    expect(page.hash).toBe('#google-error=failed')
    expect(set).toHaveBeenLastCalledWith(5_000)
  })

  it.for([
    ['is not there', { GOOGLE_ISSUER: 'http://127.0.0.1:9' }, {}],
    ['says that it is another', {}, { issuer: 'https://evil.example' }],
  ] as const)('reports an unreachable provider when it %s', async ([, settings, body]) => {
    const path = '/.well-known/openid-configuration'
    provider.tampering = { answer: { path, body } }
    const lost = await openShop(settings)

    expect(await throughGoogle(newBrowser(lost))).toBe('#google-error=unavailable')
    provider.tampering = {}
    if (!('GOOGLE_ISSUER' in settings)) {
      expect(codeIn(await throughGoogle(newBrowser(lost)))).toHaveLength(43)
    }
    await lost.close()
  })

  it('redirects only to the provider and to its own page', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }

    for (const [index, target] of REDIRECT_TARGETS.entries()) {
      for (const [at, name] of REDIRECT_PARAMETERS.entries()) {
        // A short run tries each target in only one of the parameters.
        if (!IS_FULL && index % REDIRECT_PARAMETERS.length !== at) continue
        const query = new URLSearchParams({ [name]: target })
        const remoteAddress = `127.1.${index}.${at}`
        const url = `/api/auth/google?${query}`
        const start = await app.inject({ url, headers, remoteAddress })
        query.set('state', 'x')
        query.set('code', target)
        const back = await app.inject({ url: `${RETURN}?${query}`, headers, remoteAddress })

        const there = new URL(start.headers.location ?? '')
        expect(there.origin, target).toBe(provider.issuer)
        expect(there.searchParams.get('redirect_uri'), target).toBe(`${SHOP}${RETURN}`)
        expect(there.href, target).not.toContain('evil')
        expect(back.headers.location, target).toBe('/sign-in#google-error=failed')
      }
    }

    expect(REDIRECT_TARGETS).toHaveLength(60)
  })

  it('opens no more accounts for one address than may register from it', async () => {
    await shop.sql`insert into throttle (key, count, resets_at)
      values ('register:127.0.0.1', 1000000, now() + interval '5 minutes')
      on conflict (key) do update set count = excluded.count`

    const page = await throughGoogle(newBrowser(fresh))

    await shop.sql`delete from throttle where key = 'register:127.0.0.1'`
    expect(page).toBe('#google-error=unavailable')
  })
})

function somebody() {
  const sub = crypto.randomUUID()
  return { sub, email: `${sub}@mail.example`, email_verified: true, name: 'Layla' }
}

/** Signs a token with a shared secret instead of the provider's key. */
function signWith(secret: string, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))
}

function without(url: URL, name: string): URL {
  const copy = new URL(url)
  copy.searchParams.delete(name)
  return copy
}

function withQuery(url: URL, name: string, value: string): URL {
  const copy = new URL(url)
  copy.searchParams.set(name, value)
  return copy
}
