import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { keepToServerCores } from './cores.ts'

const run = promisify(execFile)

export interface ScalePostgres {
  /** @returns the URL of a new, empty database or, if `isKept`, of the database from an earlier run */
  create(name: string, isKept?: boolean): Promise<string>
  /** The CPU time of all the server's processes since its start, in milliseconds; null if it was already running. */
  cpu(): Promise<number | null>
  settings: string
  stop(): Promise<void>
}

/**
 * Uses the PostgreSQL server at `BENCH_DATABASE_URL` for benchmarks at scale. If it is not set, starts a server that is
 * as durable as in production, with its data in SCALE_FOLDER, which is kept, or in a temporary folder.
 */
export async function startScalePostgres(): Promise<ScalePostgres> {
  const given = process.env.BENCH_DATABASE_URL
  const { url, ...server } = given ? givenServer(given) : await startServer()
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
    ...server,
  }
}

type Server = Omit<ScalePostgres, 'create'> & { url: string }

const givenServer = (url: string): Server => ({
  url,
  settings: 'the PostgreSQL at BENCH_DATABASE_URL',
  cpu: async () => null,
  stop: async () => {},
})

const SETTINGS = {
  shared_buffers: process.env.SCALE_SHARED_BUFFERS ?? '1GB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  max_connections: '100',
  listen_addresses: '127.0.0.1',
}

async function startServer(): Promise<Server> {
  const kept = process.env.SCALE_FOLDER
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'barq-scale-')))
  if (kept) await mkdir(kept, { recursive: true })
  const binaries = await findBinaries()
  const account = process.getuid?.() === 0 ? await idsOf('postgres') : undefined
  if (account) await chown(folder, account.uid, account.gid)
  const options = { cwd: folder, ...account }
  const data = join(folder, 'data')
  if (!existsSync(data)) {
    await run(
      join(binaries, 'initdb'),
      [`--pgdata=${data}`, '--username=barq', '--auth=trust', '--encoding=UTF8', '--no-locale'],
      options,
    )
  }
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
    settings: `PostgreSQL ${basename(dirname(binaries))}, ${SETTINGS.shared_buffers} of shared buffers`,
    cpu: () => cpuOfTree(server.pid ?? 0),
    async stop() {
      server.kill('SIGINT')
      await ended
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The length of a clock tick on Linux. */
const TICK_MS = 10

/** The CPU time of a process and its children, including exited ones, in milliseconds. */
async function cpuOfTree(pid: number): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  let ticks = 0
  for (const id of ids) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
    const [, parent, ...fields] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const isRoot = Number(id) === pid
    if (!isRoot && parent !== pid) continue
    // utime, stime, cutime and cstime are fields 14 to 17 of proc(5); `fields` begins with field 5.
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(9, 13)
    ticks += utime + stime + (isRoot ? cutime + cstime : 0)
  }
  return ticks * TICK_MS
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
