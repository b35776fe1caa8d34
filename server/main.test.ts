import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ensureFirstAdmin } from '#server/accounts/first-admin.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { assertPortFree } from '#server/platform/http/ports.ts'
import { SettingError, StartError } from '#server/platform/start-error.ts'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endPrograms, runProgram as run } from '#tests/kit/program.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-main-'))
})

afterEach(endPrograms)

afterAll(() => rm(folder, { recursive: true, force: true }))

it.for([
  [{ PORT: 'eighty' }, 'PORT must be a port from 0 to 65535, not "eighty"'],
  [{ DEMO: 'maybe' }, 'DEMO must be on or off, not "maybe"'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// URL'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an http or https URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
  [{ AUTO_CONFIRM_AFTER: 'soon' }, 'AUTO_CONFIRM_AFTER must be a number of seconds'],
] as const)('refuses the bad setting of %j', ([env, sentence]) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

it('says without its password that the database does not answer', async () => {
  const databaseUrl = 'postgres://nobody:top-secret@127.0.0.1:1/none'

  const failure = await openDatabase({ databaseUrl, dataDir: folder }).catch((error) => error)

  expect(failure).toBeInstanceOf(StartError)
  expect(failure.message).toContain('the database does not respond')
  expect(failure.message).not.toMatch(/top-secret|\n/)
})

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  REALTIME_APP_SECRET: 's'.repeat(32),
  PAYMENTS: 'sandbox',
  ADMIN_EMAIL: 'owner@shop.example',
  ADMIN_PASSWORD: 'a long secret',
}

const UNSAFE = [
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://shop.example' }],
  ['STRIPE_SECRET_KEY', { PAYMENTS: '' }],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'lightning' }],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'short' }],
  ['DEMO', { DEMO: 'on' }],
] as const

it.for(UNSAFE)('a real shop does not start with an unsafe %s', ([name, env]) => {
  const reading = () => readConfig({ ...PRODUCTION, ...env })
  expect(reading).toThrow(SettingError)
  expect(reading).toThrow(new RegExp(`^${name}\\b`))
})

it('a real shop hears at once of all settings that cannot be used, each once', () => {
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'loud',
    ADMIN_EMAIL: 'owner@shop.example',
    GOOGLE_CLIENT_ID: 'x',
    S3_ENDPOINT: 'https://s3.example',
  }
  const problems = [
    'PUBLIC_URL is missing: set it to the URL at which customers reach the shop',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    'ADMIN_EMAIL and ADMIN_PASSWORD must be set together',
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
    'REALTIME_APP_SECRET is missing: set it to a random string of at least 32 characters',
    'STRIPE_SECRET_KEY is missing: set it, or set PAYMENTS=sandbox to sell for play money',
    'S3_BUCKET is missing: S3_ENDPOINT needs it',
    'S3_ACCESS_KEY_ID is missing: S3_ENDPOINT needs it',
    'S3_SECRET_ACCESS_KEY is missing: S3_ENDPOINT needs it',
  ]

  expect(() => readConfig(env)).toThrow(`9 settings must be changed:\n- ${problems.join('\n- ')}`)
})

it('a bad setting of a real shop is exit code 78 and one line', async () => {
  const env = { DATA_DIR: join(folder, 'unsafe'), ...PRODUCTION, REALTIME_APP_SECRET: 'short' }
  const { code, stderr } = await run(env).ended

  expect([code, stderr]).toEqual([
    78,
    expect.stringMatching(/^Barq cannot start: REALTIME_APP_SECRET\b.*\n$/),
  ])
})

it('says in one line that DATA_DIR is no folder', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { code, stderr } = await run({ DATA_DIR: file }).ended

  expect([code, stderr]).toEqual([
    1,
    `Barq cannot start: the data folder ${file} is not writable (ENOTDIR): set DATA_DIR to a writable folder\n`,
  ])
})

it('names the PORT that is taken before it creates anything', async () => {
  const { port, release } = await takePort()
  const dataDir = join(folder, 'taken')

  const { code, stderr } = await run({ DATA_DIR: dataDir, DEMO: 'on', PORT: String(port) }).ended

  expect(code).toBe(1)
  expect(stderr).toMatch(new RegExp(`^Barq cannot start: port ${port} is in use: .* set PORT `))
  expect(existsSync(dataDir)).toBe(false)
  const wanted = { name: 'REALTIME_PORT', port }
  await expect(assertPortFree('localhost', [wanted])).rejects.toThrow(/set REALTIME_PORT /)
  await release()
})

it('gives a shop that is no demo nothing of a demo, and warns of a misspelled setting', async () => {
  const { url: databaseUrl } = await createTestDatabase()
  const dataDir = join(folder, 'own')
  const db = await openDatabase({ databaseUrl, dataDir })
  await ensureFirstAdmin(db, { email: 'owner@shop.example', password: 'a long secret' })
  await db.close()
  const settings = { PORT: String(await freePort()), ADDRESS: '', DEMO: '', ADMIN_PASSWROD: 'x' }
  const shop = run({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings })

  const config = await fetch(`${await shop.open}/api/config`).then((reply) => reply.json())

  expect(config).toMatchObject({ demo: false, placeholders: false, addressRequired: true })
  await expect.poll(shop.printed).toContain('did you mean ADMIN_PASSWORD?')
})

async function takePort(): Promise<{ port: number; release(): Promise<unknown> }> {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, 'localhost', resolve))
  const { port } = holder.address() as { port: number }
  return { port, release: () => new Promise((resolve) => holder.close(resolve)) }
}
