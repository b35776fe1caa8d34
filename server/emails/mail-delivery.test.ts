/** Emails end to end: from a request, through the outbox, to a real mail server or the folder. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Live, openLive } from '#tests/kit/live.ts'
import { type MailServer, openMailServer, type SmtpError } from '#tests/kit/mail-server.ts'
import { describeShop } from '#tests/kit/shop.ts'

const WAIT = { timeout: 60_000, interval: 50 }

describeShop('a mail', (shop) => {
  let server: MailServer
  let live: Live | null = null
  let folder: string
  /** The ids of the received messages, in order of arrival. */
  let received: string[]
  let refusal: SmtpError | null

  beforeEach(async () => {
    received = []
    refusal = null
    folder = await mkdtemp(join(tmpdir(), 'barq-mail-'))
    server = await openServer()
    await shop.sql`delete from outbox`
  })
  afterEach(async () => {
    await live?.close()
    live = null
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const openServer = (port = 0) =>
    openMailServer({
      port,
      take: ({ messageId }) => received.push(messageId),
      refuse: () => refusal,
    })

  async function open(smtpUrl: string | null, demo = false): Promise<Live> {
    live = await openLive(shop.db, {
      config: { dataDir: folder, demo, mail: { smtpUrl, from: 'Barq <shop@barq.example>' } },
    })
    return live
  }

  const ask = (email: string) => shop.call('POST', '/api/auth/password/email', { body: { email } })

  it('arrives once, from one of several processes', async () => {
    await open(server.url)
    const second = await openLive(shop.db, {
      config: { dataDir: folder, mail: { smtpUrl: server.url, from: 'shop@barq.example' } },
    })
    const people = await shop.customers(4)

    for (const { email } of people) await ask(email)

    await vi.waitFor(() => expect(received).toHaveLength(4), WAIT)
    await waitUntilDone()
    expect(new Set(received).size).toBe(4)
    const rows = await shop.sql<{ id: string }>`select id from installation`
    expect(received.every((id) => id.endsWith(`.${rows[0]?.id}@barq.example>`))).toBe(true)
    await second.close()
  })

  it('to a mailbox that does not exist is given up', async () => {
    refusal = { code: 550, at: 'rcpt' }
    await open(server.url)
    const { email } = await shop.customer()

    await ask(email)

    await waitUntilDone()
    expect(received).toEqual([])
    expect(await attempts()).toBe(1)
  })

  it('is still waiting after more failures than a day of retries makes', async () => {
    const { email } = await shop.customer()
    await ask(email)
    await shop.sql`update outbox set attempts = 250, available_at = now()`

    await open(server.url)

    await vi.waitFor(() => expect(received).toHaveLength(1), WAIT)
  })

  it('can be read in a demo, and nowhere else', async () => {
    const { url } = await open(null, true)
    const { email } = await shop.customer()
    await shop.call('POST', '/api/auth/password/email', {
      body: { email },
      headers: { 'accept-language': 'ar' },
    })
    // biome-ignore lint/suspicious/noExplicitAny: the test checks the shape
    const get = async (path: string): Promise<any> => (await fetch(url + path)).json()
    await vi.waitFor(async () => expect((await get('/api/demo/mails')).mails).toHaveLength(1), WAIT)

    const [mail] = (await get('/api/demo/mails')).mails
    const read = await get(`/api/demo/mails/${mail.id}`)

    expect(mail).toEqual({
      id: expect.stringMatching(/^\d{4}-[\dTZ-]+-password-link-asked-\d+$/),
      to: email,
      subject: 'تعيين كلمة مرور جديدة لحسابك في برق',
      sent_at: expect.any(String),
    })
    expect(read).toMatchObject(mail)
    expect(read.text).toMatch(/http\S+\/password\/reset#[\w-]{43}/)
    expect(read.html).toContain('dir="rtl"')
    for (const id of ['..%2f..%2fpackage', 'nothing', `${mail.id}.eml`, '%00', 'x'.repeat(500)]) {
      expect((await fetch(`${url}/api/demo/mails/${id}`)).status).toBe(404)
    }
    expect((await shop.call('GET', '/api/demo/mails')).status).toBe(404)
    expect((await shop.call('GET', `/api/demo/mails/${mail.id}`)).status).toBe(404)
  })

  it('stands in the folder in the order of events', async () => {
    for (const { email } of await shop.customers(10)) await ask(email)
    const events = await shop.sql<{ id: number }>`select id from outbox order by id`

    await open(null)
    await waitUntilDone()

    const files = (await readdir(join(folder, 'outbox'))).sort()
    expect(files.map((name) => Number(/(\d+)\.eml$/.exec(name)?.[1]))).toEqual(
      events.map(({ id }) => id),
    )
  })

  it('that is sent is shown to nobody, not even in a demo', async () => {
    const { url } = await open(server.url, true)

    expect((await fetch(`${url}/api/demo/mails`)).status).toBe(404)
    expect(await (await fetch(`${url}/api/config`)).json()).toMatchObject({
      demo: true,
      demo_mails: false,
    })
  })

  function attempts(): Promise<number> {
    return shop.value`
      select coalesce(max(attempts), 0)::integer as attempts from outbox`
  }

  async function waitUntilDone(): Promise<void> {
    await vi.waitFor(async () => {
      const rows = await shop.sql`select from outbox where done_at is null`
      expect(rows).toHaveLength(0)
    }, WAIT)
  }
})
