/** A PostgreSQL server for tests: from npm, as for the embedded database, or an older one from Debian. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chown, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  type Account,
  commandOf,
  initialize,
  npmPrograms,
  programEnvironment,
} from '#server/platform/db/postgres-programs.ts'
import { freePort } from './free-port.ts'

/**
 * The server at `TEST_DATABASE_URL` if set, otherwise a new server in a temporary folder: npm's or, with
 * `TEST_POSTGRES_VERSION=15`, Debian's of that major version.
 * @param isDurable whether commits must reach the disk, as in a real shop; used for measurements.
 */
export async function findPostgres({ isDurable = false } = {}): Promise<{
  url: string
  stop(): Promise<void>
}> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const cluster = await (isDurable
    ? createCluster()
    : createCluster(NOT_DURABLE, { home: await folderInMemory() }))
  try {
    await cluster.start()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return { url: cluster.url, stop: () => cluster.stop() }
}

async function programs(): Promise<string> {
  const { TEST_POSTGRES_VERSION: version } = process.env
  return version ? `/usr/lib/postgresql/${version}/bin` : npmPrograms()
}

/** Trades durability for speed, because test data need not survive a power cut. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Lets the write-ahead log grow enough for a run, but not without limit, because it may be in memory.
  max_wal_size: '256MB',
}

/** How much space the in-memory folder must have, in bytes; a test run needs less than half of that. */
const MEMORY_MIN = 4e9

/** Linux's in-memory folder if it has enough space, because copying the template takes a fifth of the time there. */
async function folderInMemory(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize < MEMORY_MIN ? tmpdir() : '/dev/shm'
}

/** Separate folders for parts of a server; those for `data` and `wal` must be empty. */
export interface Disks {
  /** The parent of the server's folder; by default, the system's folder for temporary files. */
  home?: string
  data?: string
  wal?: string
}

/** A separate server, whose processes a test may kill. Commits reach the disk unless `settings` says otherwise. */
export async function createCluster(
  settings: Record<string, string> = {},
  disks: Disks = {},
): Promise<Cluster> {
  return Cluster.create(await programs(), settings, disks)
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 }

export class Cluster {
  readonly url: string
  readonly #command: string
  readonly #args: string[]
  readonly #folder: string
  #server: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()
  /** Cleans up after an interrupted run; otherwise, `stop` does. */
  readonly #killAtExit = () => {
    this.#server?.kill('SIGQUIT')
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  private constructor(
    binaries: string,
    { folder, data, account }: { folder: string; data: string; account: Account | null },
    port: number,
    settings: Record<string, string>,
  ) {
    this.url = `postgres://barq@127.0.0.1:${port}/postgres`
    const [command, args] = commandOf(join(binaries, 'postgres'), account)
    this.#command = command
    this.#folder = folder
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: '200',
      // A deadlock fails the test, so PostgreSQL checks for one sooner than by default.
      deadlock_timeout: '200ms',
      // Plans each statement once per connection instead of at each of its first five runs: most connections in tests
      // run a statement no more often than that.
      plan_cache_mode: 'force_generic_plan',
      ...settings,
    }
    this.#args = [
      ...args,
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    process.once('exit', this.#killAtExit)
  }

  static async create(
    binaries: string,
    settings: Record<string, string>,
    { home = tmpdir(), data, wal }: Disks = {},
  ): Promise<Cluster> {
    const account = process.getuid?.() === 0 ? NOBODY : null
    const folder = await mkdtemp(join(home, 'barq-pg-'))
    const place = { folder, data: data ?? join(folder, 'data'), account }
    try {
      for (const path of [folder, data, wal]) {
        if (account && path) await chown(path, account.uid, account.gid)
      }
      const options = ['--auth=trust', '--no-sync', ...(wal ? [`--waldir=${wal}`] : [])]
      await initialize(binaries, place.data, { account, options })
      return new Cluster(binaries, place, await freePort(), settings)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  async start(): Promise<void> {
    const server = spawn(this.#command, this.#args, {
      // Huge pages where Linux offers them: they cause fewer page faults, which virtual machines handle slowly.
      env: { ...programEnvironment(), GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
      cwd: '/',
      stdio: 'ignore',
    })
    this.#server = server
    this.#ended = new Promise((resolve) => server.once('exit', () => resolve()))
    await untilItAnswers(this.url, this.#ended)
  }

  /** False after the server process has ended, for example by itself because it could not recover. */
  get isRunning(): boolean {
    return this.#server?.exitCode === null && this.#server.signalCode === null
  }

  /** Kills every process with SIGKILL at once, so that none can clean up. */
  async kill(): Promise<void> {
    const postmaster = this.#server?.pid ?? 0
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
    for (const pid of [postmaster, ...stdout.trim().split(/\s+/).map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has already exited.
      }
    }
    await this.#ended
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killAtExit)
    // SIGINT is PostgreSQL's fast shutdown, which does not wait for clients.
    this.#server?.kill('SIGINT')
    await this.#ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function untilItAnswers(url: string, ended: Promise<void>): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  for (const deadline = Date.now() + 120_000; ; ) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (isOver || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
