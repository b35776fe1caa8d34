/**
 * The embedded database: a PostgreSQL server that the shop runs itself, with its files in DATA_DIR. The first process
 * starts it, other processes join it, and the last one to exit stops it. If a killed shop leaves it running, the next
 * process joins it.
 *
 * Each process holds a shared lock through its own connection. Losing the connection reveals immediately that the
 * server is gone, and a process that can get the lock exclusively is the last one.
 */
import type { ChildProcess } from 'node:child_process'
import { lchownSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import {
  addressOf,
  isStopping,
  notWritable,
  type Place,
  prepareFiles,
  preparePlace,
  runningServer,
} from './embedded-place.ts'
import {
  askToEnd,
  hasEnded,
  lastWords,
  removeStalePid,
  type Start,
  startServer,
} from './embedded-server.ts'

export interface Embedded {
  url: string
  /** Stops the server unless another process is using it. Close all other connections first. */
  close(): Promise<void>
}

/** The application name of a lease: the connection through which a process holds the shared lock. */
export const LEASE = 'barq embedded'
/** Statements for the lock shared by all processes. Its number is arbitrary: nothing else locks it. */
const HOLD = 'select pg_advisory_lock_shared(2021040)'
const LET_GO = 'select pg_advisory_unlock_shared(2021040)'
const TRY_ALONE = 'select pg_try_advisory_lock(2021040) as is_last'
/** How long to keep retrying the start if the server exits immediately: an earlier server may still be stopping. */
const SETTLE_MS = 5_000
const LOOK_MS = 20
const WATCH_MS = 1_000
const ANSWER_MS = 5_000
const END_MS = 30_000
/** The maximum pause between restarts that keep failing, for example because the disk is full. */
const AGAIN_MAX_MS = 30_000
/** A server that ran for at least this long is restarted immediately. */
const STEADY_MS = 10_000
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/**
 * Starts the server in `dataDir`, or joins it if it is already running. Creates the database on first use.
 * @throws StartError if the folder cannot be used or the server cannot be started.
 */
export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const explain = (error: NodeJS.ErrnoException) => {
    throw error.errno === undefined ? error : notWritable(dataDir, error.code)
  }
  const place = await preparePlace(dataDir).catch(explain)
  const closing = new AbortController()
  let started: ChildProcess | null = null
  let regaining: Promise<void> = Promise.resolve()
  let takenAt = 0
  let wait = 0
  let lease = await take().catch(explain)

  async function take(): Promise<pg.Client> {
    const taken = await connectOrStart(place, (child) => {
      started = child
    })
    takenAt = performance.now()
    const watch = watchForItsEnd(place, taken)
    taken.once('end', () => {
      clearInterval(watch)
      if (closing.signal.aborted) return
      process.emitWarning(
        'The database has stopped and is being restarted. Until it responds again, requests get a 503.',
      )
      regaining = regain()
    })
    return taken
  }

  /** Acquires a new lease after the server was killed or the process that started it exited without `close`. */
  async function regain(): Promise<void> {
    if (performance.now() - takenAt > STEADY_MS) wait = 0
    for (;;) {
      await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      wait = Math.min(wait * 2 || LOOK_MS, AGAIN_MAX_MS)
      try {
        lease = await take()
        return process.emitWarning('The database responds again.')
      } catch (error) {
        process.emitWarning((error as Error).message)
      }
    }
  }

  /** Stops the server if this process exits without `close`. Other processes using the server then restart it. */
  const stopAtExit = () => void started?.kill('SIGINT')
  process.once('exit', stopAtExit)

  return {
    url: await addressOf(place),
    async close() {
      closing.abort()
      await regaining
      await release(place, lease)
      process.off('exit', stopAtExit)
    },
  }
}

/**
 * After SIGTERM, PostgreSQL rejects new connections and waits for all clients to disconnect, but a shop never closes
 * its connections by itself. Once the PID file says that the server is stopping, this closes them, and the server is
 * then restarted.
 */
function watchForItsEnd(place: Place, lease: pg.Client): NodeJS.Timeout {
  const look = async () => {
    if (!(await isStopping(place))) return
    await lease.query(END_OTHERS)
    await lease.end()
  }
  return setInterval(() => void look().catch(() => {}), WATCH_MS).unref()
}

/** @param onStart receives each server process that this call starts. */
async function connectOrStart(
  place: Place,
  onStart: (child: ChildProcess) => void,
): Promise<pg.Client> {
  const begun = performance.now()
  let start: Start | null = null
  let turn: DatabaseSync | null = null
  let wait = LOOK_MS
  try {
    for (;;) {
      // The turn is taken before connecting, because its previous holder may have started the server.
      turn ??= takeTurn(place)
      const answer = await lockShared(await addressOf(place))
      if (answer instanceof pg.Client) return answer
      if (answer === 'busy') {
        // Lets the process that is stopping the server take the turn.
        turn?.close()
        turn = null
      } else if (turn && (!start || hasEnded(start.child))) {
        if (start && performance.now() - begun > SETTLE_MS) {
          const reason = await lastWords(place, start)
          throw new StartError(`the database in ${place.data} cannot start: ${reason}`)
        }
        if (start) wait *= 2
        await removeStalePid(place)
        await prepareFiles(place)
        start = await startServer(place)
        onStart(start.child)
      }
      await pause(wait)
    }
  } finally {
    turn?.close()
  }
}

/**
 * Takes the turn, which one process at a time holds from starting the server until it responds, or from stopping it
 * until it has exited: two containers on one volume do not see each other's processes. Node has no API for kernel
 * locks, but it includes SQLite, whose exclusive transaction on an empty file holds one that is released even if the
 * process is killed.
 * @returns null while another process holds the turn.
 */
function takeTurn({ dataDir, account }: Place): DatabaseSync | null {
  const file = join(dataDir, 'postgres.lock')
  const turn = new DatabaseSync(file, { timeout: 0 })
  try {
    turn.exec('begin exclusive')
    // `lchown` does not follow a link created by the account that runs the server.
    if (account) lchownSync(file, account.uid, account.gid)
    return turn
  } catch (error) {
    turn.close()
    const { errcode = 0 } = error as { errcode?: number }
    // The lower 8 bits are SQLite's primary error code; the others only contain details.
    if ((errcode & 0xff) === SQLITE_BUSY) return null
    throw notWritable(dataDir, (error as Error).message)
  }
}

const SQLITE_BUSY = 5

/**
 * @returns a connection that holds the lock; null if no server is listening; "busy" while one is starting, recovering
 * or stopping.
 */
async function lockShared(connectionString: string): Promise<pg.Client | 'busy' | null> {
  const client = new pg.Client({
    connectionString,
    application_name: LEASE,
    connectionTimeoutMillis: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(HOLD)
    return client
  } catch (error) {
    client.end().catch(() => {})
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null
    // The driver sets no error code if the connection ends or times out.
    if (/^57P0|^ECONN|^EPIPE$|^EAGAIN$|^$/.test(code)) return 'busy'
    throw error
  }
}

/** Releases the lock, and stops the server if no other process is using it. */
async function release(place: Place, lease: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + END_MS
  // The turn is held until the server has exited: a process in another container cannot see the server and would start
  // another one on the same files.
  const turn = await waitForTurn(place, giveUpAt).catch(() => null)
  try {
    const pid = turn && (await isLast(lease)) ? await runningServer(place) : null
    if (pid === null) return await lease.end().catch(() => {})
    askToEnd(place, pid)
    while ((await runningServer(place)) !== null) {
      if (performance.now() > giveUpAt) {
        lease.end().catch(() => {})
        return process.emitWarning(`PostgreSQL (process ${pid}) did not stop in time`)
      }
      await pause(LOOK_MS)
    }
  } finally {
    turn?.close()
  }
}

async function waitForTurn(place: Place, giveUpAt: number): Promise<DatabaseSync | null> {
  for (; performance.now() < giveUpAt; await pause(LOOK_MS)) {
    const turn = takeTurn(place)
    if (turn) return turn
  }
  return null
}

async function isLast(lease: pg.Client): Promise<boolean> {
  try {
    await lease.query(LET_GO)
    return (await lease.query(TRY_ALONE)).rows[0].is_last
  } catch {
    return false
  }
}
