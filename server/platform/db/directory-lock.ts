/**
 * Keeps two processes from opening the same embedded database, which would damage it.
 *
 * The kernel holds the lock for as long as the process lives: it works across containers, and
 * releases the lock of a process that is killed. Node has no call for such a lock but includes
 * SQLite: an exclusive transaction on an empty database is one, on every system. A note beside it
 * names the holder, for people to read.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/**
 * The locked file. It stays when the lock is released: if two processes removed and recreated it at
 * the same time, each would lock a file of its own. Nothing else may open it, since the kernel
 * releases a process's locks when the process closes the same file a second time.
 */
const LOCKED = 'barq.lock.db'

/** The note: JSON, removed when the lock is released. */
const NOTE = 'barq.lock'

/** Keeps the locks from being garbage-collected, which would release them. */
const held = new Set<DatabaseSync>()

/**
 * Locks the folder for this process and returns the function that releases it. The end of the
 * process releases it as well.
 * @throws StartError naming the holder, or the folder when it cannot be written.
 */
export async function lockDirectory(folder: string): Promise<() => Promise<void>> {
  const boot = await bootId()
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw notWritable(folder, error.code)
  })
  const isLocalDisk = await isLocal(folder)
  const lock = lockNow(folder)
  const note = join(folder, NOTE)
  try {
    if (!isLocalDisk) assertThisBoot(folder, boot)
    writeFileSync(note, JSON.stringify({ pid: process.pid, boot, host: hostname() }))
  } catch (error) {
    lock.close()
    throw error instanceof StartError ? error : notWritable(folder, codeOf(error))
  }
  held.add(lock)
  return async () => {
    // While the lock is still ours: a moment later the note may be the next holder's.
    if (held.delete(lock)) rmSync(note, { force: true })
    if (lock.isOpen) lock.close()
  }
}

/** SQLite's code for a file that another process has locked. */
const BUSY = 5
/** Processes that start at once may block each other briefly: one gets the lock within a few ms. */
const SETTLE_MS = 200

function lockNow(folder: string): DatabaseSync {
  let lock: DatabaseSync | null = null
  try {
    lock = new DatabaseSync(join(folder, LOCKED), { timeout: SETTLE_MS })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    const { errcode = 0, errstr } = error as { errcode?: number; errstr?: string }
    // The upper bits only give details.
    if ((errcode & 0xff) === BUSY) throw inUse(folder)
    throw notWritable(folder, errstr ?? codeOf(error))
  }
}

function inUse(folder: string): StartError {
  return new StartError(
    `the data folder ${folder} is in use by ${tell(readNote(folder))}: stop it, or set DATA_DIR to another folder`,
  )
}

function notWritable(folder: string, reason: string | undefined): StartError {
  return new StartError(
    `the data folder ${folder} cannot be written (${reason}): set DATA_DIR to a folder that can`,
  )
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/**
 * Not every network file system carries locks from machine to machine. There, a note that a holder
 * left behind is ignored only if it is from this machine's present boot.
 * @throws StartError that says how to go on.
 */
function assertThisBoot(folder: string, boot: string): void {
  const note = readNote(folder)
  if (!note || note.boot === boot) return
  throw new StartError(
    `the data folder ${folder} is on a network volume and was not closed by ${tell(note)}, on another machine or before this one was started: make sure that it has ended, then remove ${join(folder, NOTE)}`,
  )
}

interface Note {
  /** In the holder's own pid namespace: in a container usually 1. */
  pid: number
  boot: string
  /** In a container its id. */
  host?: string
}

/** Null when there is no note, or only one that a dying process half wrote. */
function readNote(folder: string): Note | null {
  try {
    return JSON.parse(readFileSync(join(folder, NOTE), 'utf8')) as Note
  } catch {
    return null
  }
}

function tell(note: Note | null): string {
  if (!note) return 'another process'
  const where = note.host && note.host !== hostname() ? ` on ${note.host}` : ''
  return `process ${note.pid}${where}`
}

/**
 * Linux's numbers (`statfs.f_type`) of file systems that several machines may mount: NFS, SMB,
 * CIFS, Ceph, 9P, AFS, GFS2, OCFS2, Lustre, and all FUSE file systems.
 */
const SHARED_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x00c36400, 0x01021997, 0x5346414f, 0x01161970,
  0x7461636f, 0x0bd00bd0, 0x65735546,
])

async function isLocal(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return !SHARED_FILE_SYSTEMS.has((await statfs(folder)).type >>> 0)
}

/** Identifies a boot of a machine where the system provides it (Linux); else constant. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => 'unknown',
  )
}
