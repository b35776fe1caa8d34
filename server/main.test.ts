import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { killAll, run, takePort } from './testing/shop-process.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barq-main-'))
})

afterEach(killAll)

afterAll(() => rm(folder, { recursive: true, force: true }))

it.for([
  [{ PORT: 'eighty' }, 'PORT must be a port from 0 to 65535, not "eighty"'],
  [{ DEMO: 'maybe' }, 'DEMO must be on or off, not "maybe"'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an http or https address'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
  [{ AUTO_CONFIRM_AFTER: 'soon' }, 'AUTO_CONFIRM_AFTER must be a number of seconds'],
  [{ NODE_ENV: 'production', DEMO: 'on', PUBLIC_URL: 'https://x.example' }, 'DEMO=on is refused'],
  [{ NODE_ENV: 'production' }, 'PUBLIC_URL is missing'],
  [
    { DATABASE_URL: 'postgres://nobody:top-secret@127.0.0.1:1/none' },
    'the database of DATABASE_URL does not answer',
  ],
] as const)('names the bad setting in one line: %j', async ([env, sentence]) => {
  const { code, stderr } = await run({ DATA_DIR: join(folder, 'settings'), ...env }).ended

  expect(code).not.toBe(0)
  expect(stderr).toContain(`Barq cannot start: ${sentence}`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toContain('top-secret')
})

it('names a data folder that cannot be written', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')

  const { code, stderr } = await run({ DATA_DIR: join(file, 'data') }).ended

  expect(code).not.toBe(0)
  expect(stderr).toMatch(/^Barq cannot start: the data folder .*a-file\/data cannot be written/)
})

it('names a port that is taken and leaves the data sound', async () => {
  const { port, release } = await takePort()
  const env = { DATA_DIR: join(folder, 'port'), PORT: String(port) }

  const { code, stderr } = await run(env).ended

  await release()
  expect(code).not.toBe(0)
  expect(stderr).toMatch(new RegExp(`^Barq cannot start: port ${port} is in use`))
  await run(env).open
})

it('lets one process at a time use a data folder, and the next after a kill', async () => {
  const env = { DATA_DIR: join(folder, 'shared') }
  const first = run(env)
  await first.open

  const second = await run(env).ended

  expect(second.code).not.toBe(0)
  expect(second.stderr).toMatch(
    new RegExp(`^Barq cannot start: the data folder .* is in use by process ${first.child.pid}`),
  )
  first.child.kill('SIGKILL')
  await first.ended
  await run(env).open
})

it('answers what is under way and ends well when told to stop', async () => {
  const { port, release } = await takePort()
  await release()
  const shop = run({ DATA_DIR: join(folder, 'drain'), PORT: String(port) })
  const address = await shop.open
  // A keep-alive connection that is idle must not hold the process.
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  shop.child.kill('SIGTERM')
  const { code } = await shop.ended

  expect(code).toBe(0)
})
