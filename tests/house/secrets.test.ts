/**
 * S1: no secret or personal data ends up where it does not belong. The test starts the real program with a recognizable
 * secret in every setting that holds one, uses and misuses the program, and then searches everything it wrote. S2: each
 * log line is one event, whatever a client sent.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { describeError } from '#server/platform/http/log-error.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { logsOf } from '#tests/kit/log-lines.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { endPrograms, runProgram } from '#tests/kit/program.ts'
import { describeShop } from '#tests/kit/shop.ts'

/** @returns a secret that differs from every value that the shop generates */
const canary = (name: string) => `kanarienvogel-${name}-4f1d9c7e`

const SETTINGS = {
  REALTIME_APP_SECRET: `${canary('realtime')}${'x'.repeat(32)}`,
  STRIPE_SECRET_KEY: canary('stripe'),
  STRIPE_WEBHOOK_SECRET: canary('webhook'),
  GOOGLE_CLIENT_SECRET: canary('google'),
  ADMIN_PASSWORD: canary('admin'),
}
const SENT = {
  password: canary('password'),
  wrong: canary('wrong'),
  next: canary('next'),
  token: canary('token'),
  reset: canary('reset'),
  code: canary('code'),
  cvc: canary('cvc'),
  card: '4000056655665556',
}
/** Personal data of customers, which may be stored but not logged. */
const PERSONAL = {
  email: 'kanarienvogel@inbox.example',
  phone: '+97147391846',
  city: 'Vogelheim',
}

afterAll(endPrograms)

it('secrets appear in nothing that a shop writes', async () => {
  const { url, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'barq-secrets-'))
  const shop = start({ DATA_DIR: folder, DATABASE_URL: withPassword(url) })
  const address = await shop.address
  const flows = await misuse(address, folder)
  const metrics = await fetch(`${address}/metrics`).then((reply) => reply.text())
  shop.child.kill('SIGTERM')
  const { stdout, stderr } = await shop.ended
  const log = stdout + stderr
  const rows = await everyRow(url)
  const files = await textOf(folder, (name) => !name.startsWith('outbox/'))
  const mails = await mailsIn(folder)
  await drop()
  await rm(folder, { recursive: true })

  const secrets = [...Object.values(SETTINGS), ...Object.values(SENT), ...flows.made]
  const errors = flows.errors.join('\n')
  expect(hits({ log, errors, metrics, rows, files }, secrets)).toEqual([])
  const notMailed = secrets.filter((secret) => secret !== flows.mailed)
  expect(hits({ mails }, notMailed)).toEqual([])
  expect(hits({ log, metrics }, Object.values(PERSONAL))).toEqual([])
  // Proves that the search finds values that are present.
  expect(hits({ rows, mails }, [PERSONAL.email, PERSONAL.phone, flows.mailed])).toHaveLength(4)
  expect(flows.statuses).toEqual(
    expect.arrayContaining([200, 201, 302, 400, 401, 404, 413, 415, 422]),
  )
  // The log also warns about missing settings that a real shop needs.
  expect(log).toMatch(/"level":40,.*SMTP_URL is not set/)
  for (const line of linesOf(log)) expect(() => JSON.parse(line)).not.toThrow()
})

async function misuse(address: string, folder: string) {
  const errors: string[] = []
  const statuses: number[] = []
  async function call(method: string, path: string, body?: unknown, headers = {}) {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const reply = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as string }),
    })
    const text = await reply.text()
    statuses.push(reply.status)
    if (reply.status >= 300) errors.push(text, JSON.stringify([...reply.headers]))
    return { status: reply.status, text }
  }
  const { email, phone, city } = PERSONAL
  const { password, wrong, next } = SENT
  const person = { username: 'Kanarienvogel', email, password, password_confirmation: password }
  await call('POST', '/api/auth/register', person)
  await call('POST', '/api/auth/register', person)
  await call('POST', '/api/auth/register', { ...person, password_confirmation: wrong })
  await call('POST', '/api/auth/login', { email, password: wrong })
  const login = await call('POST', '/api/auth/login', { email, password })
  const access = String(JSON.parse(login.text).access_token)
  const mine = { authorization: `Bearer ${access}` }
  await call('GET', '/api/auth/user', undefined, mine)
  await call('PUT', '/api/auth/user/update', { username: 'K', email, phone, city }, mine)
  for (const token of [access, SENT.token]) {
    await call('GET', `/api/nothing/${token}?access_token=${token}`)
    await call('GET', `/nothing-at-all/${token}.png`)
    await call('GET', `/api/auth/user?access_token=${token}`)
    await call('GET', `/%zz/${token}`)
  }
  await call('GET', '/api/auth/user', undefined, { authorization: `Bearer ${SENT.token}` })
  await call('POST', '/api/auth/login', `{"email": "${email}", "password": "${password}`)
  await call('POST', '/api/auth/login', { email, password: `${password}${'x'.repeat(200_000)}` })
  await call('POST', '/api/auth/login', password, { 'content-type': `text/${wrong}` })
  await call('GET', `/api/auth/google/return?code=${SENT.code}&state=${SENT.token}`, undefined, {
    cookie: `barq_google=${SENT.token}`,
  })
  await call('GET', '/api/auth/google')
  await call('POST', '/api/auth/google/token', { code: SENT.code })
  const forged = { 'stripe-signature': `t=1,v1=${SENT.token}` }
  await call('POST', '/api/payments/stripe/webhook', { card: SENT.card }, forged)
  const card = { number: SENT.card, cvc: SENT.cvc, testCard: SENT.card }
  await call('POST', '/api/user/order/1/payment', card, mine)
  await call('POST', '/broadcasting/auth', { socket_id: '1.1', channel_name: SENT.token }, mine)
  const form = multipart('image', SENT.token, { filename: `${SENT.token}.png`, type: 'image/png' })
  await call('POST', '/api/auth/upload_images', form.payload, { ...mine, ...form.headers })
  await call('POST', '/api/auth/password/email', { email })
  const mailed = await mailedToken(folder)
  const reset = { password: next, password_confirmation: next }
  await call('POST', '/api/auth/password/reset', { ...reset, token: SENT.reset })
  await call('POST', '/api/auth/password/reset', { ...reset, token: mailed })
  await call('POST', '/api/auth/password/reset', { ...reset, token: mailed })
  const again = await call('POST', '/api/auth/login', { email, password: next })
  return { errors, statuses, mailed, made: [access, mailed, JSON.parse(again.text).access_token] }
}

async function mailedToken(folder: string): Promise<string> {
  let token: string | undefined
  await expect
    .poll(async () => {
      token = /password\/reset#([\w-]+)/.exec(await mailsIn(folder))?.[1]
      return token
    })
    .toBeTruthy()
  return token ?? ''
}

/** The mails as text, without quoted-printable line breaks. */
async function mailsIn(folder: string): Promise<string> {
  const text = await textOf(folder, (name) => name.startsWith('outbox/'))
  return text.replace(/=\r?\n/g, '')
}

function hits(places: Record<string, string>, needles: readonly string[]): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    needles.filter((needle) => text.includes(needle)).map((needle) => `${needle} is in ${place}`),
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function start(env: Record<string, string>) {
  const program = runProgram({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'trace',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
    ADMIN_EMAIL: 'owner@shop.example',
    ...SETTINGS,
    ...env,
  })
  // The program prints only its public URL, so the port comes from the log.
  const address = program.open.then(() => {
    const port = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(program.printed())?.[1]
    return `http://127.0.0.1:${port}`
  })
  return { ...program, address }
}

/** Adds a canary as the database password, since the tests' server does not require one. */
function withPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.password ||= SENT.token
  return url.href
}

async function everyRow(databaseUrl: string): Promise<string> {
  const db = await openDatabase({ databaseUrl, dataDir: '' })
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db.run)
  const texts: string[] = []
  for (const { name } of rows) {
    const found = await sql<{ text: string | null }>`
      select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(db.run)
    texts.push(found.rows[0]?.text ?? '')
  }
  await db.close()
  return texts.join('\n')
}

async function textOf(folder: string, isWanted: (name: string) => boolean): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isWanted(path.slice(folder.length + 1)))
    .map((path) => readFile(path, 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

describeShop('the log', (shop) => {
  it('of a call that failed in the database contains nothing that was sent', async () => {
    const logs = logsOf(shop.app, 'warn')
    const person = await shop.customer({ email: 'kanarienvogel.log@inbox.example' })
    const product = await shop.product()
    const { token } = person
    const tables = ['rating', 'cart_item', 'order_batch', 'password_reset']
    for (const table of tables) {
      await sql
        .raw(`alter table ${table} add constraint never check (false) not valid`)
        .execute(shop.db.run)
    }
    const calls = [
      ['/api/user/rate', { productId: product, rating: 5 }],
      ['/api/user/cart', { cart: product }],
      ['/api/user/order', { orders: [{ Product: product, quantity: 1 }] }],
    ] as const
    for (const [path, body] of calls) {
      const key = { 'idempotency-key': canary('key') }
      const answer = await shop.call('POST', path, { token, body, headers: key })
      expect([answer.status, answer.body.error]).toEqual([500, 'internal'])
      expect(answer.text).not.toMatch(/never|kanarienvogel|insert|relation/)
    }
    await shop.sql`alter table app_user add constraint never check (username <> 'Vogel') not valid`
    const account = { username: 'Vogel', email: PERSONAL.email, password: SENT.password }
    const body = { ...account, password_confirmation: SENT.password }
    expect((await shop.call('POST', '/api/auth/register', { body })).status).toBe(500)

    const all = logs.join('')
    expect(logs).toHaveLength(calls.length + 1)
    expect(all).toContain('"constraint":"never"')
    const needles = [token, person.email, PERSONAL.email, SENT.password, canary('key'), '$argon2']
    expect(hits({ all }, needles)).toEqual([])
    expect(all).not.toMatch(/failing row|parameters|"params"|insert into/i)
  })

  it('is one line of JSON per event, whatever the event contains', async () => {
    const logs = logsOf(shop.app, 'warn')
    const evil = [
      '\r\n{"level":60,"msg":"forged"}',
      '\u001b[2J\u001b[1;31m',
      '\u0000',
      '\u2028"}\n',
      '\\"\\n',
    ]
    for (const text of evil) {
      shop.app.log.warn({ err: new Error(text), route: text, [text]: text }, text)
      shop.app.log.error({
        err: Object.assign(new Error(text, { cause: new Error(text) }), { code: text }),
      })
      await shop.call('GET', `/api/products/${encodeURIComponent(text)}`, {
        headers: { 'user-agent': encodeURIComponent(text) },
      })
    }

    const lines = linesOf(logs.join(''))
    expect(lines).toHaveLength(2 * evil.length)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(Number),
        time: expect.any(Number),
      })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be there
      expect(line).not.toMatch(/[\u0000-\u001f]/)
    }
  })
})

it('an error is logged without the values that came with it', () => {
  const error = Object.assign(
    new Error('invalid input syntax for type bigint: "kanarienvogel"', {
      cause: new Error(`550 no such user <kanarienvogel@inbox.example> ${'t0ken'.repeat(9)}`),
    }),
    { code: '22P02', detail: 'Failing row contains (kanarienvogel)', params: ['kanarienvogel'] },
  )

  const described = describeError(error)

  expect(described).toMatchObject({
    type: 'Error',
    code: '22P02',
    message: 'invalid input syntax for type bigint: "..."',
    cause: { message: '550 no such user <[address]> [token]' },
  })
  expect(described.stack).toMatch(/^\s+at /)
  expect(JSON.stringify(described)).not.toContain('kanarienvogel')
})
