/**
 * The embedded database: a PostgreSQL of the shop's own in DATA_DIR. The first process starts it,
 * others join it, and the last one that ends stops it. One that outlives a killed shop is taken over
 * by the next start.
 *
 * Each process holds a connection with a shared lock: its loss says at once that the server is
 * gone, and who gets the lock alone is the last one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import {
  type Account,
  commandOf,
  initialise,
  MAJOR,
  npmPrograms,
  programEnvironment,
  reasonIn,
} from './postgres-programs.ts'

export interface Embedded {
  /** For `openPostgres`, and for programs of PostgreSQL. */
  url: string
  /** Stops the server unless another process uses it. Close all other connections first. */
  close(): Promise<void>
}

/** For a small machine: four processes of the shop, and 64 MB that they share. */
const SETTINGS = {
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // A query of the shop uses one core, and nobody copies its write-ahead log.
  max_worker_processes: '2',
  max_parallel_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Errors name the rows that they concern; the shop logs them without.
  log_min_messages: 'fatal',
  log_checkpoints: 'off',
}

const IS_WINDOWS = process.platform === 'win32'
/** Another port never meets it: the socket is in a folder of its own. */
const SOCKET = '.s.PGSQL.5432'
/** The shortest limit of all systems, that of macOS, without the final zero. */
const SOCKET_BYTES_MAX = 103
const NOBODY = 65_534
/** The name of the connection that each process holds. */
export const LEASE = 'barq embedded'
/** The lock is any number that nothing else locks. */
const HOLD = 'select pg_advisory_lock_shared(2021040)'
const LET_GO = 'select pg_advisory_unlock_shared(2021040)'
const TRY_ALONE = 'select pg_try_advisory_lock(2021040) as is_last'
/** How long a server that ends at its start is started again: an earlier one may be ending. */
const SETTLE_MS = 5_000
const LOOK_MS = 20
const HALF_A_DAY_MS = 12 * 3_600_000

interface Place {
  dataDir: string
  /** PostgreSQL's own files. */
  data: string
  programs: string
  /** Of the socket. */
  folder: string
  /** Who runs it when this process is root's. */
  account: Account | null
  log: string
}

/**
 * Starts the server in `dataDir`, or joins the one that runs there; creates it at the first time.
 * @throws StartError with what to do.
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const place = await prepare(dataDir).catch((error: NodeJS.ErrnoException) => {
    throw error.code ? notWritable(dataDir, error.code) : error
  })
  let isClosed = false
  let started: ChildProcess | null = null
  let regaining: Promise<void> = Promise.resolve()
  let lease = await take()

  async function take(): Promise<pg.Client> {
    const taken = await connectOrStart(place, (child) => {
      started = child
    })
    taken.once('end', () => {
      if (!isClosed) regaining = regain()
    })
    return taken
  }

  /** The server was killed, or stopped by a process that did not wait for the others. */
  async function regain(): Promise<void> {
    for (let failures = 0; !isClosed; failures++) {
      try {
        lease = await take()
        return
      } catch (error) {
        if (failures === 0) process.emitWarning((error as Error).message)
        await pause(1_000)
      }
    }
  }

  /** Of a process that ends at once. Others that use the server start it again. */
  const stopAtExit = () => void started?.kill('SIGINT')
  process.once('exit', stopAtExit)

  return {
    url: await addressOf(place),
    async close() {
      isClosed = true
      process.off('exit', stopAtExit)
      await regaining
      await release(place, lease)
    },
  }
}

/** @throws StartError when the data folder belongs to something else. */
async function prepare(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const data = join(dataDir, 'postgres')
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) await assertUnused(dataDir, data)
  else if (version.trim() !== MAJOR) {
    throw new StartError(
      `the database in ${data} is of PostgreSQL ${version.trim()}, and this Barq brings ${MAJOR}: take a backup with the Barq that made it, move the folder away, and restore the backup (docs/operations.md)`,
    )
  }
  const account = await accountFor(version === null ? dataDir : data)
  const programs = await npmPrograms()
  const place = { dataDir, data, programs, account, log: join(dataDir, 'postgres.log') }
  if (version === null) await create(place)
  return { ...place, folder: await socketFolder(dataDir, account) }
}

async function assertUnused(dataDir: string, data: string): Promise<void> {
  if (await isThere(join(dataDir, 'pglite'))) {
    throw new StartError(
      `${dataDir} holds a shop in the database of earlier versions (pglite), which this one cannot read: see "The database of earlier versions" in docs/operations.md, or set DATA_DIR to another folder`,
    )
  }
  if (await isThere(data)) {
    throw new StartError(
      `${data} is no data folder of PostgreSQL (it has no PG_VERSION): move it away, or set DATA_DIR to another folder`,
    )
  }
}

/** The owner of the files; PostgreSQL may not be root. */
async function accountFor(folder: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid }
}

/** Under a temporary name, so that a kill leaves nothing half made. */
async function create({ dataDir, data, programs, account }: Omit<Place, 'folder'>): Promise<void> {
  await removeDrafts(dataDir)
  const draft = await mkdtemp(join(dataDir, DRAFT))
  try {
    if (account) await chown(draft, account.uid, account.gid)
    await initialise(programs, draft, { account, options: await authentication(dataDir) })
    // Of two processes that start at once, the second finds the folder of the first.
    await rename(draft, data).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code ?? '')) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const DRAFT = 'postgres-new-'

/** Those of killed processes. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    if (!name.startsWith(DRAFT) || Date.now() - (await stat(path)).mtimeMs < HALF_A_DAY_MS) continue
    await rm(path, { recursive: true, force: true })
  }
}

/** Who may enter the socket's folder may connect. Windows has a port instead, and a password. */
async function authentication(dataDir: string): Promise<string[]> {
  if (!IS_WINDOWS) return ['--auth=trust']
  const file = passwordFile(dataDir)
  const password = randomBytes(24).toString('hex')
  await writeFile(file, password, { flag: 'wx', mode: 0o600 }).catch(() => {})
  return ['--auth=scram-sha-256', `--pwfile=${file}`]
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

/**
 * Beside the data, where other containers on the same volume find it; in the temporary folder when
 * that path is too long for a socket.
 */
async function socketFolder(dataDir: string, account: Account | null): Promise<string> {
  const name = `barq-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const folder = [join(dataDir, 'socket'), join(tmpdir(), name)].find(
    (path) => IS_WINDOWS || Buffer.byteLength(join(path, SOCKET)) <= SOCKET_BYTES_MAX,
  )
  if (!folder) {
    throw new StartError(
      `the paths of the data folder ${dataDir} and of the temporary folder ${tmpdir()} are both too long for a socket: set DATA_DIR or TMPDIR to a shorter one`,
    )
  }
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(folder)
  const isOurs = uid === (process.getuid?.() ?? uid) || uid === account?.uid
  if (!IS_WINDOWS && (!isOurs || (mode & 0o77) !== 0)) {
    throw new StartError(
      `${folder} is for the database's socket, and others can enter it: remove it`,
    )
  }
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

/** @param onStart receives a server that this process has started. */
async function connectOrStart(
  place: Place,
  onStart: (child: ChildProcess) => void,
): Promise<pg.Client> {
  const begun = performance.now()
  let child: ChildProcess | null = null
  for (;;) {
    const client = await lockShared(await addressOf(place))
    if (client) return client
    if (!child || hasEnded(child)) {
      if (child && performance.now() - begun > SETTLE_MS) {
        throw new StartError(
          `the database in ${place.data} cannot start: ${await lastWords(place)}`,
        )
      }
      await removeStalePid(place)
      child = await start(place)
      onStart(child)
    }
    await pause(LOOK_MS)
  }
}

/** @returns null while there is no server, or one that starts or ends. */
async function lockShared(connectionString: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString, application_name: LEASE })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(HOLD)
    return client
  } catch (error) {
    client.end().catch(() => {})
    const { code = '' } = error as NodeJS.ErrnoException
    // Starting, ending, recovering; else nothing listens there.
    if (/^57P0|^ECONN|^ENOENT$|^$/.test(code)) return null
    throw error
  }
}

async function start(place: Place): Promise<ChildProcess> {
  const { programs, account, data, folder } = place
  const own = IS_WINDOWS
    ? { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' }
    : { listen_addresses: '', unix_socket_directories: folder, unix_socket_permissions: '0700' }
  const settings = Object.entries({ ...SETTINGS, ...own })
  const [command, args] = commandOf(join(programs, 'postgres'), account)
  const log = openSync(place.log, 'w', 0o600)
  const child = spawn(
    command,
    [...args, '-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In a session of its own: Ctrl-C is for the shop, which has requests to finish.
    { env: programEnvironment(), cwd: '/', detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

async function lastWords({ log }: Place): Promise<string> {
  return reasonIn(await readFile(log, 'utf8').catch(() => ''))
}

/** Lets go of the server, and stops it when nobody else holds it. */
async function release(place: Place, lease: pg.Client): Promise<void> {
  const isLast = await lease
    .query(LET_GO)
    .then(() => lease.query(TRY_ALONE))
    .then(({ rows }) => rows[0].is_last as boolean)
    .catch(() => false)
  const pid = isLast ? await runningServer(place) : null
  if (pid === null) return lease.end().catch(() => {})
  if (IS_WINDOWS) {
    const args = ['stop', '-D', place.data, '-m', 'fast']
    spawn(join(place.programs, 'pg_ctl'), args, { stdio: 'ignore' }).unref()
  } else process.kill(pid, 'SIGINT')
  // The last thing that it does.
  while (await isThere(pidFile(place))) await pause(LOOK_MS)
}

function pidFile({ data }: Place): string {
  return join(data, 'postmaster.pid')
}

/** The lines of the file in which a server says how to reach it. */
async function readPidFile(place: Place): Promise<string[]> {
  return (await readFile(pidFile(place), 'utf8').catch(() => '')).split('\n')
}

/** The process of the server, where it can be known; in another container it cannot. */
async function runningServer(place: Place): Promise<number | null> {
  const pid = Number((await readPidFile(place))[0])
  if (!pid) return null
  if (process.platform !== 'linux') return pid
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.includes(place.data) ? pid : null
}

/**
 * After a power cut, in a new container or on another machine the number in the file may be that of
 * any process, which PostgreSQL would take for another server.
 */
async function removeStalePid(place: Place): Promise<void> {
  if (process.platform !== 'linux' || (await runningServer(place)) !== null) return
  await rm(pidFile(place), { force: true })
}

/** The database's address. The password is Windows's. */
async function addressOf(place: Place): Promise<string> {
  if (!IS_WINDOWS)
    return `postgres://barq@localhost/postgres?host=${encodeURIComponent(place.folder)}`
  const port = (await readPidFile(place))[3]?.trim() || '1'
  return `postgres://barq:${await readFile(passwordFile(place.dataDir), 'utf8')}@127.0.0.1:${port}/postgres`
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function notWritable(folder: string, reason: string): StartError {
  return new StartError(
    `the data folder ${folder} cannot be written (${reason}): set DATA_DIR to a folder that can`,
  )
}
