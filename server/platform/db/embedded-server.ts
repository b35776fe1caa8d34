import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, fchownSync, fstatSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Place, pidFile, runningServer } from './embedded-place.ts'
import { commandOf, programEnvironment, reasonIn } from './postgres-programs.ts'

/**
 * The server's settings, sized for a small machine: 64 MB of shared memory and enough connections for four shop
 * processes.
 */
const SETTINGS = {
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // Each of the shop's queries uses a single core, and the write-ahead log is not replicated.
  max_worker_processes: '2',
  max_parallel_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // PostgreSQL's error messages quote rows, so they are not logged; the shop logs errors without rows.
  log_min_messages: 'fatal',
  log_checkpoints: 'off',
}

const IS_WINDOWS = process.platform === 'win32'

/**
 * The flags for opening the log. Appending preserves the reason for an earlier crash, and O_NOFOLLOW keeps root from
 * following a link created by the account that runs the server.
 */
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW

export interface Start {
  child: ChildProcess
  /** The byte offset in the log at which this server's output begins. */
  logFrom: number
}

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
    // The server runs in its own session, so that Ctrl+C reaches only the shop, which still has requests to finish.
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

export async function lastWords({ log }: Place, { logFrom }: Start): Promise<string> {
  const all = await readFile(log).catch(() => Buffer.alloc(0))
  return reasonIn(all.subarray(logFrom).toString())
}

/**
 * Requests a shutdown that does not wait for clients to disconnect. It is complete once `runningServer` returns null.
 */
export function askToEnd({ programs, data }: Place, pid: number): void {
  if (IS_WINDOWS) {
    const args = ['stop', '-D', data, '-m', 'fast']
    spawn(join(programs, 'pg_ctl'), args, { stdio: 'ignore' }).unref()
    return
  }
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // The server has already exited.
  }
}

/**
 * Removes the PID file of a server no longer running. After a power failure, in a new container or on another machine,
 * its process id may belong to an unrelated process, which PostgreSQL would mistake for another server. Linux only.
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
