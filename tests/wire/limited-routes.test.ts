/**
 * H12: every rate-limited route, with every disguise. First, a plain attempt shows which counters it uses. Once the
 * limit is used up, the same attempt in disguise must be rejected by the existing counter: a new one would be a bypass.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { multipart } from '#tests/kit/multipart.ts'
import { describeShop, PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'

interface Call {
  method: string
  path: string
  address: string
  headers: Record<string, string>
  body?: Record<string, string | number> | undefined
  payload?: Buffer
}

interface Limited {
  route: `${string} ${string}`
  /** For each counter of the route, a pattern that matches its key. */
  counters: RegExp[]
  /**
   * Builds the body of an attempt, different each time if possible.
   * @param person the account whose token the attempt sends
   */
  body?(index: number, person: Person): Record<string, string | number>
  payload?: ReturnType<typeof multipart>
  /** Recognizes a rejection with a status below 400. */
  isRefused?(answer: Sent): boolean
}

interface Sent {
  status: number
  text: string
  /** The number of events that the attempt wrote, each of which may become an email. */
  events: number
}

const BY_EMAIL_AND_ADDRESS = /^login:[\w-]{43}:/
const BY_ADDRESS = /^login:[\d.:a-f]+$/
const BY_EMAIL = /^guesses:[\w-]{43}$/
const SIGN_INS = [/^sign-ins:[\w-]{43}:/, /^sign-ins:[\d.:a-f]+$/]
const GUESSES = [BY_ADDRESS, BY_EMAIL]

const LIMITED: Limited[] = [
  {
    route: 'POST /api/auth/login',
    counters: [...SIGN_INS, BY_EMAIL_AND_ADDRESS, ...GUESSES],
    body: (_, { email }) => ({ email, password: 'not the password' }),
  },
  {
    // Shares its password check and counters with sign-in.
    route: 'POST /api/auth/user/delete',
    counters: [...SIGN_INS, BY_EMAIL_AND_ADDRESS, ...GUESSES],
    body: () => ({ password: 'not the password' }),
  },
  {
    route: 'POST /api/auth/register',
    counters: [/^register:/],
    isRefused: ({ text }) => text.startsWith('{"error":true,'),
    body: (index) => ({
      username: 'New',
      email: `new.${index}@barq.example`,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    }),
  },
  {
    route: 'POST /api/auth/password/email',
    counters: [/^reset:[\d.:a-f]+$/, /^reset:[\w-]{43}:[\d.:a-f*]+$/, /^reset:[\w-]{43}$/],
    // The response does not reveal that no more emails go to this mailbox.
    isRefused: ({ events }) => events === 0,
    body: (_, { email }) => ({ email }),
  },
  {
    route: 'POST /api/auth/password/reset',
    counters: [/^reset-use:[\d.:a-f]+$/],
    body: () => ({ token: 'x', password: PASSWORD, password_confirmation: PASSWORD }),
  },
  {
    route: 'PUT /api/auth/user/update',
    counters: [/^email-change:\d+$/, /^password-change:\d+$/],
    body: (index, { id, username }) => ({
      username,
      email: `changed.${id}.${index}@barq.example`,
      phone: '',
      country: '',
      city: '',
      password: PASSWORD,
    }),
  },
  {
    route: 'POST /api/auth/upload_images',
    counters: [/^picture:\d+$/, /^picture:address:[\d.:a-f]+$/],
    payload: multipart('image', 'no picture'),
  },
  {
    route: 'POST /api/guests/link',
    counters: [/^guest-link:[\d.:a-f]+$/],
    body: () => ({ token: 'x' }),
  },
  { route: 'POST /api/mcp', counters: [/^mcp:[\d.:a-f]+$/] },
  { route: 'GET /feed/en.xml', counters: [/^feed:[\d.:a-f]+$/] },
  { route: 'GET /api/auth/user/data', counters: [/^data-export:\d+$/] },
  {
    route: 'GET /api/auth/google',
    counters: [/^google:/],
    // A rejection redirects the browser to the page.
    isRefused: ({ status }) => status === 302,
  },
  {
    route: 'POST /api/user/rate',
    counters: [/^rate:\d+$/],
    body: () => ({ productId: 1, rating: 5 }),
  },
  { route: 'POST /api/user/order/1/cancel', counters: [/^cancel:\d+$/] },
]

/** Counters tested elsewhere: per account or resource, which no disguise changes, or counting after the response. */
const ELSEWHERE: RegExp[] = [
  /^reset-use:account:\d+$/,
  /^email-resend:\d+$/,
  /^pay:\d+$/,
  /^pay-purchase:\d+$/,
  /^coupon:\d+$/,
  /^mail:/,
  /^mails:/,
  /^notices:/,
  /^guess-notice:/,
  /^second-factor:\d+:/,
  /^second-factor:\d+$/,
]

const V4 = '203.0.113.9'
const V6 = '2001:db8:1:2::1'

const FORWARDING = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-azure-clientip',
]
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override']

/** Spellings of an email that some comparisons treat as equal. */
const SPELLINGS: Record<string, (email: string) => string> = {
  'as it is': (email) => email,
  'in capitals': (email) => email.toUpperCase(),
  'with spaces': (email) => ` ${email} `,
  'with a capital I with a dot': (email) => email.replace('i', '\u0130'),
  'with an i without a dot': (email) => email.replace('i', '\u0131'),
  'with the sign of the kelvin': (email) => email.replace('k', '\u212a'),
  'with a long s': (email) => email.replace('s', '\u017f'),
  'in full width': (email) =>
    email.replace(/[a-z]/g, (a) => String.fromCodePoint((a.codePointAt(0) ?? 0) + 0xfee0)),
  'with a mark that joins': (email) => `${email}\u200d`,
  'with an accent': (email) => email.replace('i', 'i\u0307'),
  'with a zero at its end': (email) => `${email}\0`,
}

type Disguise = (call: Call) => Call

const withHeaders =
  (headers: Record<string, string>): Disguise =>
  (call) => ({ ...call, headers: { ...call.headers, ...headers } })
const withPath =
  (change: (path: string) => string): Disguise =>
  (call) => ({ ...call, path: change(call.path) })
const withEmail =
  (change: (email: string) => string): Disguise =>
  (call) =>
    call.body?.email
      ? { ...call, body: { ...call.body, email: change(String(call.body.email)) } }
      : call

const DISGUISES: Record<string, Disguise> = {
  ...Object.fromEntries(FORWARDING.map((name) => [name, withHeaders({ [name]: '198.51.100.7' })])),
  forwarded: withHeaders({ forwarded: 'for=198.51.100.7;proto=https' }),
  'several hops': withHeaders({ 'x-forwarded-for': '198.51.100.7, 198.51.100.8, 127.0.0.1' }),
  'another client': withHeaders({ 'user-agent': 'another', 'accept-language': 'ar' }),
  'another host': withHeaders({ host: 'elsewhere.example', 'x-forwarded-host': 'x.example' }),
  'another path in headers': withHeaders({ 'x-original-url': '/healthz', 'x-rewrite-url': '/' }),
  'email in capitals': withEmail((email) => email.toUpperCase()),
  'email with one capital': withEmail((email) => email.replace(/[a-z]/, (a) => a.toUpperCase())),
  'a query': withPath((path) => `${path}?again=1`),
  'a slash at the end': withPath((path) => `${path}/`),
  'two slashes at the end': withPath((path) => `${path}//`),
  'two slashes in front': withPath((path) => `/${path}`),
  'two slashes within': withPath((path) => path.replace('/auth/', '//auth/')),
  'a dot': withPath((path) => path.replace('/auth/', '/./auth/')),
  'two dots': withPath((path) => path.replace('/auth/', '/x/../auth/')),
  capitals: withPath((path) => path.toUpperCase()),
  'an encoded letter': withPath((path) => path.replace('/auth/', '/%61uth/')),
  'an encoded slash': withPath((path) => path.replace('auth/', 'auth%2F')),
  'a parameter': withPath((path) => `${path};x=1`),
  ...Object.fromEntries(
    OVERRIDES.flatMap((name) => [
      [name, withHeaders({ [name]: 'PATCH' })],
      [`POST with ${name}`, overridden(name, 'POST')],
      [`GET with ${name}`, overridden(name, 'GET')],
    ]),
  ),
  'a method in the query': (call) => ({
    ...call,
    path: `${call.path}?_method=${call.method}`,
    method: 'POST',
  }),
  ...Object.fromEntries(
    ['HEAD', 'OPTIONS', 'PATCH', 'TRACE'].map((method) => [
      method,
      (call: Call): Call => ({ ...call, method }),
    ]),
  ),
}

/** Sends another method, with a header that overrides it with the route's method. */
function overridden(name: string, method: string): Disguise {
  return (call) => withHeaders({ [name]: call.method })({ ...call, method })
}

/** Other spellings of the plain attempt's IP address, and other IP addresses in its network. */
const HOPS: Record<string, string[]> = {
  [V4]: [`::ffff:${V4}`, '::ffff:cb00:7109'],
  [V6]: ['2001:db8:1:2::2', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:1'],
}

const EVERY = volume(10, 1)

describeShop('a limited route', (shop) => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await shop.anotherApp({
      UNPAID_ORDERS_MAX: undefined,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      // No provider listens here: an attempt is counted before the provider is called.
      GOOGLE_ISSUER: 'http://127.0.0.1:1',
      VISITORS: 'browse',
    })
  })
  afterAll(() => app.close())

  const signIn = (email: string, password = PASSWORD, address = V4) =>
    send(app, {
      method: 'POST',
      path: '/api/auth/login',
      address,
      headers: {},
      body: { email, password },
    })

  it.for(LIMITED)('$route refuses every disguise', async (limited) => {
    const person = await shop.customer()
    let index = 0
    // Rotates the disguises, so that the sample includes all of them.
    const turn = LIMITED.indexOf(limited)
    const callFrom = async (address: string) => {
      const [method = '', path = ''] = limited.route.split(' ')
      const { headers, payload } = limited.payload ?? {}
      const authorization = `Bearer ${await shop.signIn(person)}`
      const body = limited.body?.(index++, person)
      return {
        method,
        path,
        address,
        headers: { authorization, ...headers },
        body,
        ...(payload && { payload }),
      }
    }

    // In the sample, every second route is called from an IPv4 address, and the others from an IPv6 address.
    const networks = Object.entries(HOPS).filter((_, at) => IS_FULL || at === turn % 2)
    for (const [address, hops] of networks) {
      await shop.sql`delete from throttle`
      await send(app, await callFrom(address))
      const counters = await countersOf(shop)
      expect(counters).toHaveLength(limited.counters.length)
      for (const pattern of limited.counters) {
        expect(counters.some((counter) => pattern.test(counter))).toBe(true)
      }
      const attempts: Array<[string, Disguise]> = [
        ...Object.entries(DISGUISES).filter((_, at) => at % EVERY === turn % EVERY),
        ...hops.map((hop): [string, Disguise] => [hop, (call) => ({ ...call, address: hop })]),
      ]
      for (const counter of counters) {
        for (const [disguise, put] of [['none', (call: Call) => call] as const, ...attempts]) {
          await exhaust(shop, counter)
          const answer = await sendAndCount(app, shop, put(await callFrom(address)))
          const { status } = answer
          const isRefused = status >= 400 || limited.isRefused?.(answer)
          expect([disguise, isRefused, status]).toEqual([disguise, true, status])
          expect([disguise, await countersOf(shop)]).toEqual([disguise, counters])
        }
      }
    }
  })

  it('has no spelling of an email that finds the account but not its counter', async () => {
    const person = await shop.customer({ email: 'iki.sisi@barq.example' })
    await shop.sql`delete from throttle`
    expect(await signIn(person.email.toUpperCase())).toBe(200)
    await signIn(person.email, 'not the password')
    const [counter = ''] = (await countersOf(shop)).filter((key) => BY_EMAIL_AND_ADDRESS.test(key))
    const found: string[] = []
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      await exhaust(shop, counter)
      if ((await signIn(spell(person.email))) === 200) found.push(name)
    }
    expect(found).toEqual([])
  })

  it('keeps separate counters for other people', async () => {
    await shop.sql`delete from throttle`
    await signIn('a@barq.example', 'x')
    const counters = await countersOf(shop)
    for (const [email, address] of [
      ['b@barq.example', V4],
      ['a@barq.example', '203.0.113.10'],
      ['a@barq.example', '2001:db8:1:3::1'],
    ] as const) {
      await signIn(email, 'x', address)
      const now = await countersOf(shop)
      expect(now.length).toBeGreaterThan(counters.length)
      counters.splice(0, counters.length, ...now)
    }
  })

  it('trusts the proxy in front when configured, and only that one', async () => {
    await shop.sql`delete from throttle`
    const behindProxy = await shop.anotherApp({ TRUST_PROXY: 'on' })
    const ask = (index: number, forwarded: string) =>
      send(behindProxy, {
        method: 'POST',
        path: '/api/auth/password/email',
        address: V4,
        headers: { 'x-forwarded-for': forwarded },
        body: { email: `proxy.${index}@barq.example` },
      })
    for (let index = 0; index < 30; index++) {
      expect(await ask(index, `spoofed.${index}, 198.51.100.7`)).toBe(200)
    }
    expect(await ask(30, '10.0.0.1, 198.51.100.7')).toBe(429)
    expect(await ask(31, '198.51.100.7, 198.51.100.8')).toBe(200)
    await behindProxy.close()
  })
})

it('all calls that count attempts are in the list above', async () => {
  const root = join(import.meta.dirname, '../../server')
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|http\/throttle\.ts$/.test(file),
  )
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const calls = sources.flatMap((source) => source.match(/\b(countAttempt|isWithinLimit)\(/g) ?? [])
  const counters = [...LIMITED.flatMap((limited) => limited.counters), ...ELSEWHERE]
  const listed = new Set(counters.map(String))

  expect(listed.size, 'Add the route that counts to LIMITED, with the pattern of its key.').toBe(
    calls.length,
  )
})

async function send(app: FastifyInstance, call: Call): Promise<number> {
  return (await answerTo(app, call)).status
}

async function sendAndCount(app: FastifyInstance, shop: Shop, call: Call): Promise<Sent> {
  const count = () => shop.value`select count(*) from outbox`
  const before = await count()
  const answer = await answerTo(app, call)
  return { ...answer, events: (await count()) - before }
}

async function answerTo(app: FastifyInstance, call: Call): Promise<Omit<Sent, 'events'>> {
  const { method, path, address, headers, body, payload } = call
  const reply = await app.inject({
    method: method as 'GET',
    url: path,
    remoteAddress: address,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { payload: JSON.stringify(body) }),
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, text: reply.body }
}

async function countersOf({ db }: Shop): Promise<string[]> {
  const rows = await db.run
    .selectFrom('throttle')
    .select('key')
    // Excludes the counter of emails about guessed passwords, which grows after an attempt is rejected.
    .where('key', 'not like', 'guess-notice:%')
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}

async function exhaust({ db }: Shop, counter: string): Promise<void> {
  await sql`
    update throttle set
      count = case when key = ${counter} then 1000000 else 0 end,
      resets_at = now() + interval '1 hour'`.execute(db.run)
}
