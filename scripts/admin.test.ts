import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { openMailServer } from '#tests/kit/mail-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'barq-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function script(name: string, args: string[], env: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    env: { ...inherited, DATA_DIR: folder, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { status, output }
}

it('admin needs an address and a shop, and refuses a short password', async () => {
  expect(await script('admin.ts', [])).toMatchObject({
    status: 1,
    output: expect.stringContaining('npm run admin -- owner@example.com'),
  })
  const owner = ['owner@shop.example']
  expect((await script('admin.ts', owner)).output).toContain('there is no shop')
  expect((await script('admin.ts', owner, { ADMIN_PASSWORD: 'short' })).output).toContain(
    'at least 8 characters',
  )
})

it('admin makes an admin, prints a generated password, and replaces it', async () => {
  const { url: databaseUrl } = await createTestDatabase()
  const db = await openDatabase({ databaseUrl, dataDir: folder })
  await migrate(db)
  await db.close()
  const owner = ['owner@shop.example']

  const shop = { DATABASE_URL: databaseUrl }
  const made = await script('admin.ts', owner, shop)
  const changed = await script('admin.ts', owner, { ...shop, ADMIN_PASSWORD: 'a long secret' })

  expect(made.output).toMatch(/^owner@shop.example is now an admin.\nPassword: \S{16} /)
  expect(changed.output).toBe(
    'owner@shop.example has a new password, and has been signed out on every device.\n',
  )
})

it('mail:test sends one email, or says where its file is and what the server answered', async () => {
  const to = ['you@example.com']
  const filed = await script('mail-test.ts', to)
  expect(filed).toEqual({ status: 0, output: expect.stringContaining('SMTP_URL is not set') })
  const [file = ''] = readdirSync(join(folder, 'outbox'))
  expect(readFileSync(join(folder, 'outbox', file), 'utf8')).toContain('To: you@example.com')

  const received: string[] = []
  const server = await openMailServer({ take: (mail) => received.push(mail.to) })
  const sent = await script('mail-test.ts', to, { SMTP_URL: server.url })
  expect(sent).toEqual({ status: 0, output: expect.stringContaining('accepted an email') })
  expect(received).toEqual(to)
  await server.close()

  const SMTP_URL = 'smtp://user:top-secret@127.0.0.1:1'
  const refused = await script('mail-test.ts', to, { SMTP_URL })
  expect(refused).toEqual({ status: 1, output: expect.stringContaining('was not sent') })
  expect(refused.output).not.toContain('top-secret')
})
