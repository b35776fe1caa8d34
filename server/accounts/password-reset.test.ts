import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../platform/db/database.ts'
import { openSignals } from '../platform/db/signals.ts'
import { createMailer, type Mail, type Mailer } from '../platform/mail/mailer.ts'
import { describeShop, type Shop } from '../testing/shop.ts'
import {
  createPasswordReset,
  PASSWORD_CHANGED_TOPIC,
  PASSWORD_LINK_TOPIC,
} from './password-reset.ts'
import { createSessions } from './sessions.ts'

const NEW_PASSWORD = 'a new password'

describeShop('setting a new password by mail', (shop) => {
  const sent: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void sent.push(mail) }
  beforeEach(() => {
    sent.length = 0
  })

  it('mails a link once asked, and the link sets the password and ends every session', async () => {
    const person = await shop.customer()
    await ask(shop, person.email)
    await deliver(shop, mailer)
    const token = tokenOf(sent[0])

    const answer = await reset(shop, token)

    expect(answer.status).toBe(200)
    expect((await login(shop, person.email, NEW_PASSWORD)).status).toBe(200)
    const old = await shop.call('GET', '/api/auth/user', { token: person.token })
    expect(old.status).toBe(401)
    await deliver(shop, mailer)
    expect(sent.map(({ to }) => to)).toEqual([person.email, person.email])
    expect(sent[1]?.subject).toBe('The password of your Barq account was changed')
  })

  it('answers the same whether or not there is such an account', async () => {
    const person = await shop.customer()

    const known = await ask(shop, person.email)
    const unknown = await ask(shop, 'nobody@nowhere.example')

    expect(unknown.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    await deliver(shop, mailer)
    expect(sent.map(({ to }) => to)).toEqual([person.email])
  })

  it('lets one of many parallel uses win, and no later one', async () => {
    const token = await asked(shop, sent, mailer)

    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(shop, token)))
    const later = await reset(shop, token)

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(later.status).toBe(422)
    expect(later.body.errors.token).toHaveLength(1)
  })

  it('refuses a token that is expired, replaced, cut or made up', async () => {
    const expired = await asked(shop, sent, mailer)
    await sql`update password_reset set expires_at = now() - interval '1 second'`.execute(
      shop.db.read,
    )
    const person = await shop.customer()
    await ask(shop, person.email)
    await deliver(shop, mailer)
    const replaced = tokenOf(sent.at(-1))
    await ask(shop, person.email)
    await deliver(shop, mailer)
    const good = tokenOf(sent.at(-1))

    for (const token of [expired, replaced, good.slice(1), 'x'.repeat(43)]) {
      expect((await reset(shop, token)).status).toBe(422)
    }
    expect((await reset(shop, good)).status).toBe(200)
  })

  it('keeps the token out of the database and the request line', async () => {
    const token = await asked(shop, sent, mailer)

    const { rows } = await sql<{ dump: string }>`
      select (select string_agg(o::text, '') from outbox o)
        || (select string_agg(r::text, '') from password_reset r) as dump`.execute(shop.db.read)

    expect(rows[0]?.dump).not.toContain(token)
    expect(new URL(/http\S+/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '').hash).toBe(`#${token}`)
  })

  it('builds the link from the configured address, whatever Host is sent', async () => {
    const person = await shop.customer()
    await shop.call('POST', '/api/auth/password/email', {
      body: { email: person.email },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    await deliver(shop, mailer)

    expect(sent[0]?.text).toContain('https://shop.example/password/reset#')
    expect(`${sent[0]?.text}${sent[0]?.html}`).not.toContain('evil')
  })

  it('writes in the language that was asked in', async () => {
    const person = await shop.customer({ username: '<b>Layla</b>' })
    await shop.call('POST', '/api/auth/password/email', {
      body: { email: person.email },
      headers: { 'accept-language': 'ar' },
    })
    await deliver(shop, mailer)

    expect(sent[0]?.subject).toBe('تعيين كلمة مرور جديدة لحسابك في برق')
    expect(sent[0]?.html).toContain('dir="rtl"')
    expect(sent[0]?.html).toContain('&lt;b&gt;Layla')
  })

  it('sends at most three mails an hour to one address', async () => {
    const person = await shop.customer()

    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await ask(shop, person.email))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it.for(['a@x.example,b@y.example', 'a@x.example\r\nbcc: b@y.example', 'not an address'])(
    'refuses %j as an address',
    async (email) => {
      const answer = await ask(shop, email)

      expect(answer.status).toBe(422)
    },
  )
})

let folder: string
let server: SMTPServer
let received: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-mail-'))
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  received = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const MAIL: Mail = {
  to: 'layla@barq.example',
  subject: 'مرحبًا',
  text: 'Hello',
  html: '<p>Hello</p>',
  id: 'mail-7',
}

it('hands mail to a real SMTP server', async () => {
  const { port } = server.server.address() as AddressInfo
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Barq <shop@barq.example>',
    folder,
  })

  await mailer.send(MAIL)

  expect(received).toHaveLength(1)
  expect(received[0]).toContain('From: Barq <shop@barq.example>')
  expect(received[0]).toContain('Message-ID: <mail-7@barq.example>')
})

it('writes mail into the folder without SMTP', async () => {
  const mailer = createMailer({ smtpUrl: null, from: 'Barq <shop@barq.example>', folder })

  await mailer.send(MAIL)

  const [file] = await readdir(folder)
  expect(file).toMatch(/-mail-7\.eml$/)
  expect(await readFile(join(folder, file ?? ''), 'utf8')).toContain('To: layla@barq.example')
})

function ask(shop: Shop, email: string) {
  return shop.call('POST', '/api/auth/password/email', { body: { email } })
}

async function asked(shop: Shop, sent: Mail[], mailer: Mailer): Promise<string> {
  const person = await shop.customer()
  await ask(shop, person.email)
  await deliver(shop, mailer)
  return tokenOf(sent.at(-1))
}

function reset(shop: Shop, token: string) {
  return shop.call('POST', '/api/auth/password/reset', {
    body: { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
  })
}

function login(shop: Shop, email: string, password: string) {
  return shop.call('POST', '/api/auth/login', { body: { email, password } })
}

function tokenOf(mail: Mail | undefined): string {
  return /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Does what the outbox does: each waiting event once, by the feature's own verbs. */
async function deliver(shop: Shop, mailer: Mailer): Promise<void> {
  const verbs = await verbsOf(shop.db, mailer)
  const { rows } = await sql<{ id: number; topic: string; payload: unknown }>`
    update outbox set done_at = now()
    where done_at is null and topic in (${PASSWORD_LINK_TOPIC}, ${PASSWORD_CHANGED_TOPIC})
    returning id, topic, payload`.execute(shop.db.read)
  for (const event of rows) {
    const act = event.topic === PASSWORD_LINK_TOPIC ? verbs.mailLink : verbs.mailNotice
    await act(event as Parameters<typeof act>[0])
  }
}

async function verbsOf(db: Database, mailer: Mailer) {
  const sessions = createSessions(db, await openSignals(db))
  return createPasswordReset({
    db,
    sessions,
    mailer,
    publicUrl: 'https://shop.example',
    nudge() {},
  })
}
