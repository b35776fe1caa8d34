import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { FILED_MAX } from './mail-folder.ts'
import { createMailer, type Mail, NoSuchMailbox } from './mailer.ts'

let folder: string
let server: SMTPServer
let received: string[]
/** The server's answer to a recipient or a whole message, by the part before the @. */
const REFUSALS: Record<string, { at: 'RCPT TO' | 'DATA'; code: number }> = {
  gone: { at: 'RCPT TO', code: 550 },
  moved: { at: 'RCPT TO', code: 551 },
  misspelt: { at: 'RCPT TO', code: 553 },
  full: { at: 'RCPT TO', code: 552 },
  denied: { at: 'RCPT TO', code: 554 },
  later: { at: 'RCPT TO', code: 450 },
  unloved: { at: 'DATA', code: 550 },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-mail-'))
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom({ address }, _session, done) {
      done(address.startsWith('banned') ? smtpError(550) : null)
    },
    onRcptTo({ address }, _session, done) {
      const { at, code } = REFUSALS[address.split('@', 1)[0] ?? ''] ?? {}
      done(at === 'RCPT TO' ? smtpError(code) : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        const [to] = session.envelope.rcptTo
        const { at, code } = REFUSALS[to?.address.split('@', 1)[0] ?? ''] ?? {}
        if (at === 'DATA') return done(smtpError(code))
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

it('sends an e-mail to a real SMTP server', async () => {
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

it.for([
  ['gone', true],
  ['moved', true],
  ['misspelt', true],
  ['full', false],
  ['denied', false],
  ['later', false],
  ['unloved', false],
] as const)('a mailbox that is %s: given up %s', async ([name, isForGood]) => {
  const error = await send({ to: `${name}@barq.example` })

  expect(error).toBeInstanceOf(Error)
  expect(error instanceof NoSuchMailbox).toBe(isForGood)
})

it('retries when the server refuses the sender', async () => {
  const error = await send({ from: 'Barq <banned@barq.example>' })

  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(NoSuchMailbox)
})

it('writes the e-mail into the folder without SMTP', async () => {
  const mailer = createMailer({ smtpUrl: null, from: 'Barq <shop@barq.example>', folder })

  await mailer.send(MAIL)

  const [file] = await readdir(folder)
  expect(file).toMatch(/-mail-7\.eml$/)
  expect(await readFile(join(folder, file ?? ''), 'utf8')).toContain('To: layla@barq.example')
})

it('removes the oldest files, so that the folder stays bounded', async () => {
  const mailer = createMailer({ smtpUrl: null, from: 'Barq <shop@barq.example>', folder })
  const older = Array.from({ length: FILED_MAX + 5 }, (_, n) => {
    const minute = String(n % 60).padStart(2, '0')
    const hour = String(Math.floor(n / 60)).padStart(2, '0')
    return `2026-01-01T${hour}-${minute}-00-000Z-mail-${n}.eml`
  })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'kept-by-hand.txt'), '')
  // One write was interrupted by the end of its process.
  await writeFile(join(folder, '2025-12-31T23-59-00-000Z-mail-0.eml.part'), '')
  await Promise.all(older.map((file) => writeFile(join(folder, file), '')))

  await mailer.send(MAIL)

  const files = await readdir(folder)
  const mails = files.filter((file) => file !== 'kept-by-hand.txt').sort()
  expect(mails).toHaveLength(FILED_MAX)
  expect(mails.slice(0, -1)).toEqual(older.slice(-(FILED_MAX - 1)))
  expect(mails.at(-1)).toMatch(/-mail-7\.eml$/)
  expect(files).toContain('kept-by-hand.txt')
})

/** An answer of the mail server, as nodemailer reports it. */
function send({ to = MAIL.to, from = 'Barq <shop@barq.example>' }): Promise<unknown> {
  const { port } = server.server.address() as AddressInfo
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder })
  return mailer.send({ ...MAIL, to }).then(
    () => null,
    (error: unknown) => error,
  )
}

function smtpError(responseCode = 0): Error {
  return Object.assign(new Error('refused'), { responseCode })
}
