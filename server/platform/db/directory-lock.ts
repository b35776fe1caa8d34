/**
 * Keeps two processes from opening the same embedded database, which would damage it.
 *
 * The kernel holds the lock for as long as the process lives: it knows the processes of every
 * container, and releases the lock of one that is killed. Node has no call for such a lock but
 * brings SQLite: an exclusive transaction on an empty database is one, on every system. Beside it
 * lies a note of who holds it, which is only for people to read.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/**
 * What is locked. It stays when the lock is released: of two who removed and made it at the same
 * time each would hold a file of its own. Nothing else may open it, since the kernel releases what
 * a process has locked when the process closes the same file a second time.
 */
const LOCKED = 'barq.lock.db'

/** The note: JSON, removed when the lock is released. */
const NOTE = 'barq.lock'

/** So that no lock ends by being collected as garbage. */
const held = new Set<DatabaseSync>()

/**
 * Takes the folder for this process and returns what releases it, which the end of the process
 * does as well.
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
    if (!isLocalDisk) mustBeOfThisBoot(folder, boot)
    writeFileSync(note, JSON.stringify({ pid: process.pid, boot, host: hostname() }))
  } catch (error) {
    lock.close()
    throw error instanceof StartError ? error : notWritable(folder, codeOf(error))
  }
  held.add(lock)
  return async () => {
    // While it is still ours: a moment later it is the next one's.
    if (held.delete(lock)) rmSync(note, { force: true })
    if (lock.isOpen) lock.close()
  }
}

/** SQLite's code for a file that another holds. */
const BUSY = 5
/** Of several who begin at once each may find another half way: one of them gets it within a few ms. */
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
    // Its upper bits say more about the same.
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
 * Not every network file system carries locks from machine to machine. On one, a note that a
 * holder left behind is of this machine's present boot or of nobody knows whom.
 * @throws StartError that says how to go on.
 */
function mustBeOfThisBoot(folder: string, boot: string): void {
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

/** Null when there is none, or one that was half written by a process that died. */
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
 * Linux' numbers (`statfs.f_type`) of file systems that several machines may have mounted: NFS,
 * SMB, CIFS, Ceph, 9P, AFS, GFS2, OCFS2, Lustre, and all that are programs (FUSE).
 */
const SHARED_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x00c36400, 0x01021997, 0x5346414f, 0x01161970,
  0x7461636f, 0x0bd00bd0, 0x65735546,
])

async function isLocal(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return !SHARED_FILE_SYSTEMS.has((await statfs(folder)).type >>> 0)
}

/** Tells one boot of a machine from all others where the system says (Linux); else constant. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => 'unknown',
  )
}
