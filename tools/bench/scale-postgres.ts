/** A separate PostgreSQL for benchmarks at scale, durable as in production. */
import { execFile, spawn } from 'node:child_process'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { keepToServerCores } from './cores.ts'

const run = promisify(execFile)

export interface ScalePostgres {
  /** The address of a database: new and empty, or with `isKept` that of an earlier run. */
  create(name: string, isKept?: boolean): Promise<string>
  stop(): Promise<void>
}

/** `BENCH_DATABASE_URL`, an empty PostgreSQL, when it is set; else a server in a temporary folder. */
export async function startScalePostgres(): Promise<ScalePostgres> {
  const given = process.env.BENCH_DATABASE_URL
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startServer()
  return {
    async create(name, isKept = false) {
      const address = Object.assign(new URL(url), { pathname: `/${name}` }).href
      if (isKept) return address
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name} template template0 encoding 'UTF8'`)
      await client.end()
      return address
    },
    stop,
  }
}

const SETTINGS = {
  shared_buffers: '1GB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  max_connections: '100',
  listen_addresses: '127.0.0.1',
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'barq-scale-'))
  const binaries = await findBinaries()
  const account = process.getuid?.() === 0 ? await idsOf('postgres') : undefined
  if (account) await chown(folder, account.uid, account.gid)
  const options = { cwd: folder, ...account }
  const data = join(folder, 'data')
  await run(
    join(binaries, 'initdb'),
    [`--pgdata=${data}`, '--username=barq', '--auth=trust', '--encoding=UTF8', '--no-locale'],
    options,
  )
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder })
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    { ...options, stdio: 'ignore' },
  )
  keepToServerCores(server.pid)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  process.once('exit', () => server.kill('SIGQUIT'))
  const url = `postgres://barq@127.0.0.1:${port}/postgres`
  await untilItAnswers(url)
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findBinaries(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [] as string[])
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (newest) return `/usr/lib/postgresql/${newest}/bin`
  return (await run('pg_config', ['--bindir'])).stdout.trim()
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  )
  return { uid, gid }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilItAnswers(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
