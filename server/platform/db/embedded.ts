/**
 * The embedded database: a PostgreSQL of the shop's own in DATA_DIR. The first process starts it,
 * others join it, and the last one that ends stops it. One that outlives a killed shop is taken over
 * by the next start.
 *
 * Each process holds a connection with a shared lock: its loss says at once that the server is
 * gone, and who gets the lock alone is the last one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import {
  addressOf,
  notWritable,
  type Place,
  pidFile,
  preparePlace,
  readPidFile,
} from './embedded-place.ts'
import { commandOf, programEnvironment, reasonIn } from './postgres-programs.ts'

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
/** The name of the connection that each process holds. */
export const LEASE = 'barq embedded'
/** The lock is any number that nothing else locks. */
const HOLD = 'select pg_advisory_lock_shared(2021040)'
const LET_GO = 'select pg_advisory_unlock_shared(2021040)'
const TRY_ALONE = 'select pg_try_advisory_lock(2021040) as is_last'
/** How long a server that ends at its start is started again: an earlier one may be ending. */
const SETTLE_MS = 5_000
const LOOK_MS = 20

/**
 * Starts the server in `dataDir`, or joins the one that runs there; creates it at the first time.
 * @throws StartError with what to do.
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const explain = (error: NodeJS.ErrnoException) => {
    throw error.errno === undefined ? error : notWritable(dataDir, error.code)
  }
  const place = await preparePlace(dataDir).catch(explain)
  let isClosed = false
  let started: ChildProcess | null = null
  let regaining: Promise<void> = Promise.resolve()
  let lease = await take().catch(explain)

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

/** @param onStart receives a server that this process has started. */
async function connectOrStart(
  place: Place,
  onStart: (child: ChildProcess) => void,
): Promise<pg.Client> {
  const begun = performance.now()
  let child: ChildProcess | null = null
  let turn: DatabaseSync | null = null
  try {
    for (;;) {
      // Before the connection is tried: who had it before may have started the server.
      turn ??= takeTurn(place)
      const client = await lockShared(await addressOf(place))
      if (client) return client
      if (turn && (!child || hasEnded(child))) {
        if (child && performance.now() - begun > SETTLE_MS) {
          const reason = await lastWords(place)
          throw new StartError(`the database in ${place.data} cannot start: ${reason}`)
        }
        await removeStalePid(place)
        child = await start(place)
        onStart(child)
      }
      await pause(LOOK_MS)
    }
  } finally {
    turn?.close()
  }
}

/**
 * One process at a time starts the server, until it answers: two containers on one volume do not
 * see each other's processes. Node has no call for a lock of the kernel but includes SQLite: an
 * exclusive transaction on an empty file is one, and ends with the process.
 * @returns null while it is another's turn.
 */
function takeTurn({ dataDir }: Place): DatabaseSync | null {
  const turn = new DatabaseSync(join(dataDir, 'postgres.lock'), { timeout: 0 })
  try {
    turn.exec('begin exclusive')
    return turn
  } catch (error) {
    turn.close()
    const { errcode = 0 } = error as { errcode?: number }
    // The upper bits only give details.
    if ((errcode & 0xff) === SQLITE_BUSY) return null
    throw notWritable(dataDir, (error as Error).message)
  }
}

const SQLITE_BUSY = 5

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
  while ((await runningServer(place)) !== null) await pause(LOOK_MS)
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

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
