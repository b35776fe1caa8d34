import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { openMailServer } from '#tests/kit/mail-server.ts'
import { runScript } from '#tests/kit/run-script.ts'
import { openShop } from './open-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'barq-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const script = (name: 'admin' | 'mail-test', args: string[], env: Record<string, string> = {}) =>
  runScript(name, args, { DATA_DIR: folder, ...env })

it('admin needs an address', async () => {
  expect(await script('admin', [])).toEqual({
    code: 1,
    output: expect.stringContaining('npm run admin -- owner@example.com'),
  })
})

it('a command needs a shop, and refuses a short password', async () => {
  const place = { DATABASE_URL: '', DATA_DIR: folder, ADMIN_EMAIL: 'owner@shop.example' }
  const open = (ADMIN_PASSWORD: string) => openShop({ ...place, ADMIN_PASSWORD })

  await expect(open('a long secret')).rejects.toThrow(`there is no shop in ${folder}`)
  await expect(open('short')).rejects.toThrow('at least 8 characters')
})

it('admin makes an admin, prints a generated password, and replaces it', async () => {
  const shop = { DATABASE_URL: (await createTestDatabase()).url }
  const owner = ['owner@shop.example']

  const made = await script('admin', owner, shop)
  const changed = await script('admin', owner, { ...shop, ADMIN_PASSWORD: 'a long secret' })

  expect(made.output).toMatch(/^owner@shop.example is now an admin.\nPassword: \S{16} /)
  expect(changed.output).toBe(
    'owner@shop.example has a new password, and has been signed out on every device.\n',
  )
})

it('mail:test sends one email, or says what the server answered', async () => {
  const to = ['you@example.com']
  const received: string[] = []
  const server = await openMailServer({ take: (mail) => received.push(mail.to) })
  const sent = await script('mail-test', to, { SMTP_URL: server.url })
  expect(sent).toEqual({ code: 0, output: expect.stringContaining('accepted an email') })
  expect(received).toEqual(to)
  await server.close()

  const SMTP_URL = 'smtp://user:top-secret@127.0.0.1:1'
  const refused = await script('mail-test', to, { SMTP_URL })
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('was not sent') })
  expect(refused.output).not.toContain('top-secret')
})
