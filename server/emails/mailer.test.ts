import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type MailServer,
  openMailServer,
  type ReceivedMail,
  type SmtpError,
} from '#tests/kit/mail-server.ts'
import { FILED_MAX } from './mail-folder.ts'
import { createMailer, type Mail, NoSuchMailbox } from './mailer.ts'

const FROM = 'Barq <shop@barq.example>'
let folder: string
let server: MailServer
let received: ReceivedMail[]
let refusal: SmtpError | null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-mail-'))
  server = await openMailServer({ take: (mail) => received.push(mail), refuse: () => refusal })
})
beforeEach(() => {
  received = []
  refusal = null
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => server.close())

const MAIL: Mail = {
  sender: 'Noor, "the shop" <x@y.example>',
  to: 'layla@barq.example',
  subject: 'مرحبًا',
  text: 'Hello',
  html: '<p>Hello</p>',
  id: 'mail-7',
}

it('sends an email to a real SMTP server', async () => {
  await createMailer({ smtpUrl: server.url, from: FROM, folder }).send(MAIL, 'one')

  expect(received).toMatchObject([{ from: FROM, messageId: '<mail-7.one@barq.example>' }])
})

it('sends with the name of the shop if only an address is set', async () => {
  const from = 'shop@barq.example'
  await createMailer({ smtpUrl: server.url, from, folder }).send(MAIL, 'one')
  await createMailer({ smtpUrl: server.url, from, folder }).send({ ...MAIL, sender: 'نور' }, 'one')

  const senders = received.map((mail) => mail.from)
  expect(senders).toEqual([`${MAIL.sender} <${from}>`, `نور <${from}>`])
})

it('sends a long email as it is', async () => {
  const text = 'سطر طويل = 100% '.repeat(3000).trim()
  const mail = { ...MAIL, text, html: `<p>${text}</p>` }

  await createMailer({ smtpUrl: server.url, from: FROM, folder }).send(mail, 'one')

  expect(received.map((mail) => mail.text.trim())).toEqual([text])
})

it.for<[SmtpError, boolean]>([
  [{ at: 'rcpt', code: 550 }, true],
  [{ at: 'rcpt', code: 551 }, true],
  [{ at: 'rcpt', code: 553 }, true],
  [{ at: 'rcpt', code: 552 }, false],
  [{ at: 'rcpt', code: 554 }, false],
  [{ at: 'rcpt', code: 450 }, false],
  [{ at: 'data', code: 550 }, false],
  [{ at: 'mail', code: 550 }, false],
])('a refusal of %o: given up %s', async ([answer, isForGood]) => {
  refusal = answer
  const error = await createMailer({ smtpUrl: server.url, from: FROM, folder })
    .send(MAIL, 'one')
    .catch((error: unknown) => error)

  expect(error).toBeInstanceOf(Error)
  expect(error instanceof NoSuchMailbox).toBe(isForGood)
})

it('writes the email into the folder without SMTP', async () => {
  const mailer = createMailer({ smtpUrl: null, from: FROM, folder })

  await mailer.send(MAIL, 'one')

  const [file] = await readdir(folder)
  expect(file).toMatch(/-mail-7\.eml$/)
  expect(await readFile(join(folder, file ?? ''), 'utf8')).toContain('To: layla@barq.example')
})

it('removes the oldest files, so that the folder stays bounded', async () => {
  const mailer = createMailer({ smtpUrl: null, from: FROM, folder })
  const older = Array.from({ length: FILED_MAX + 5 }, (_, n) => {
    const minute = String(n % 60).padStart(2, '0')
    const hour = String(Math.floor(n / 60)).padStart(2, '0')
    return `2026-01-01T${hour}-${minute}-00-000Z-mail-${n}.eml`
  })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'kept-by-hand.txt'), '')
  // A partial email, left behind by a process that died while writing it.
  await writeFile(join(folder, '2025-12-31T23-59-00-000Z-mail-0.eml.part'), '')
  await Promise.all(older.map((file) => writeFile(join(folder, file), '')))

  await mailer.send(MAIL, 'one')

  const files = await readdir(folder)
  const mails = files.filter((file) => file !== 'kept-by-hand.txt').sort()
  expect(mails).toHaveLength(FILED_MAX)
  expect(mails.slice(0, -1)).toEqual(older.slice(-(FILED_MAX - 1)))
  expect(mails.at(-1)).toMatch(/-mail-7\.eml$/)
  expect(files).toContain('kept-by-hand.txt')
})
