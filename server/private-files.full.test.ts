import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '#tests/kit/free-port.ts'
import { endPrograms, type Program, runProgram } from '#tests/kit/program.ts'
import { runScript } from '#tests/kit/run-script.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'barq-private-'))
})
afterEach(async () => {
  endPrograms()
  await rm(root, { recursive: true, force: true })
})

it.skipIf(process.platform === 'win32').for(['new', 'open'])(
  'nobody but its owner reads a data folder that is %s',
  { timeout: 120_000 },
  async (kind) => {
    const dataDir = join(root, 'data')
    if (kind === 'open') await makeOpen(dataDir)
    const shop = await start(dataDir)
    await use(await shop.open)
    await expect
      .poll(() => mailsIn(dataDir), { timeout: 60_000 })
      .toBeGreaterThan(kind === 'open' ? 1 : 0)
    const backups = join(root, 'backups')
    const { code, output } = await runScript('backup', ['--to', backups], { DATA_DIR: dataDir })
    expect(code, output).toBe(0)

    const live = await pathsOf(dataDir)
    const saved = await pathsOf(backups)
    shop.child.kill('SIGTERM')
    await shop.ended

    for (const name of ['postgres/', 'socket/', 'media/', 'outbox/', 'postgres.log']) {
      expect(live.some(({ path }) => path.startsWith(join(dataDir, name)))).toBe(true)
    }
    const all = [...live, ...saved]
    const open = all.filter(({ mode }) => (mode & 0o077) !== 0)
    expect(open).toEqual([])
  },
)

/** Fills the folder with files that other users can read, as an earlier version did. */
async function makeOpen(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'outbox'), { recursive: true })
  await mkdir(join(dataDir, 'media/0123456789abcdef01234567'), { recursive: true })
  await writeFile(join(dataDir, 'outbox/old.eml'), 'a link')
  await writeFile(join(dataDir, 'media/0123456789abcdef01234567/80.webp'), 'a picture')
  for (const { path, mode } of await pathsOf(dataDir)) {
    await chmod(path, (mode & 0o170000) === 0o040000 ? 0o755 : 0o666)
  }
}

async function start(dataDir: string): Promise<Program> {
  return runProgram({ DATA_DIR: dataDir, PORT: String(await freePort()) })
}

/** Creates an account, an email and a picture. */
async function use(address: string): Promise<void> {
  const email = 'private@barq.example'
  const password = 'correct horse'
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${address}${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const signUp = { username: 'Private', email, password, password_confirmation: password }
  expect((await post('/api/auth/register', signUp)).status).toBe(201)
  const signedIn = await post('/api/auth/login', { email, password })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  expect((await post('/api/auth/password/email', { email })).status).toBe(200)
  const form = new FormData()
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
  form.set('image', new Blob([await picture.png().toBuffer()], { type: 'image/png' }), 'a.png')
  const uploaded = await fetch(`${address}/api/auth/upload_images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: form,
  })
  expect(uploaded.status, await uploaded.text()).toBe(200)
}

async function mailsIn(dataDir: string): Promise<number> {
  const names = await readdir(join(dataDir, 'outbox')).catch(() => [])
  return names.filter((name) => name.endsWith('.eml')).length
}

async function pathsOf(folder: string): Promise<Array<{ path: string; mode: number }>> {
  const names = await readdir(folder, { recursive: true })
  const paths = [folder, ...names.map((name) => join(folder, name))]
  return Promise.all(paths.map(async (path) => ({ path, mode: (await lstat(path)).mode })))
}
