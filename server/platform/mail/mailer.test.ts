import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mail } from './mailer.ts'

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
