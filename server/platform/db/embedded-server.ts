/** The process of the embedded PostgreSQL: starting it, stopping it, and the reason why it ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, fchownSync, fstatSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Place, pidFile, runningServer } from './embedded-place.ts'
import { commandOf, programEnvironment, reasonIn } from './postgres-programs.ts'

/** For a small machine: four processes of the shop, and 64 MB that they share. */
const SETTINGS = {
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // A query of the shop uses one core, and nobody replicates its write-ahead log.
  max_worker_processes: '2',
  max_parallel_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Errors quote the rows that they concern; the shop logs errors without rows.
  log_min_messages: 'fatal',
  log_checkpoints: 'off',
}

const IS_WINDOWS = process.platform === 'win32'

/** Appends, so that the reason for an earlier crash is kept; root follows no link that the account created there. */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW

export interface Start {
  child: ChildProcess
  /** Where this server's part of the log begins. */
  logFrom: number
}

/** Starts the server without waiting until it answers. */
export async function startServer(place: Place): Promise<Start> {
  const { programs, account, data, folder } = place
  const own = IS_WINDOWS
    ? { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' }
    : { listen_addresses: '', unix_socket_directories: folder, unix_socket_permissions: '0700' }
  const settings = Object.entries({ ...SETTINGS, ...own })
  const [command, args] = commandOf(join(programs, 'postgres'), account)
  const log = openSync(place.log, APPEND, 0o600)
  const logFrom = fstatSync(log).size
  if (account) fchownSync(log, account.uid, account.gid)
  const child = spawn(
    command,
    [...args, '-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Runs in a session of its own: Ctrl-C is for the shop, which has requests to finish.
    { env: programEnvironment(), cwd: '/', detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return { child, logFrom }
}

export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/** The reason why the server ended, from its log. */
export async function lastWords({ log }: Place, { logFrom }: Start): Promise<string> {
  const all = await readFile(log).catch(() => Buffer.alloc(0))
  return reasonIn(all.subarray(logFrom).toString())
}

/** Ends the server without waiting for its clients. It has ended when `runningServer` finds none. */
export function askToEnd({ programs, data }: Place, pid: number): void {
  if (IS_WINDOWS) {
    const args = ['stop', '-D', data, '-m', 'fast']
    spawn(join(programs, 'pg_ctl'), args, { stdio: 'ignore' }).unref()
    return
  }
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has ended by itself.
  }
}

/**
 * After a power cut, in a new container or on another machine the number in the file may be that of
 * any process, which PostgreSQL would take for another server.
 */
export async function removeStalePid(place: Place): Promise<void> {
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
