/** Locates an embedded database: its files, created on first use, its socket, and the account that runs it. */
import { createHash, randomBytes } from 'node:crypto'
import {
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import { syncFolder } from '../sync-folder.ts'
import type { DatabaseSettings } from './db.settings.ts'
import { type Account, initialize, MAJOR, npmPrograms } from './postgres-programs.ts'

export interface Place {
  dataDir: string
  /** PostgreSQL's own data folder. */
  data: string
  programs: string
  /** The socket's folder. */
  folder: string
  /** The account that runs the server if this process runs as root; otherwise null. */
  account: Account | null
  log: string
}

/** The socket's file name. It contains PostgreSQL's default port, although no port is opened. */
const SOCKET = '.s.PGSQL.5432'
/** The maximum length of a socket's path on macOS, the lowest of all systems, without the terminating null byte. */
const SOCKET_BYTES_MAX = 103
const NOBODY = 65_534
const IS_WINDOWS = process.platform === 'win32'

/**
 * Creates the data folder and the socket's folder. The process that starts PostgreSQL creates the database's files.
 * @throws StartError if the data folder, the socket's folder or PostgreSQL's programs cannot be used. Other file system
 * errors are passed through.
 */
export async function preparePlace(givenDir: string): Promise<Place> {
  await mkdir(givenDir, { recursive: true, mode: 0o700 })
  // Resolves links, because the socket's path and the check for a running server depend on the folder's path.
  const dataDir = await realpath(givenDir)
  const data = join(dataDir, 'postgres')
  await assertUsable(dataDir, data)
  const account = await accountFor(data, dataDir)
  const programs = await npmPrograms()
  const folder = await socketFolder(dataDir, account)
  return { dataDir, data, programs, folder, account, log: join(dataDir, 'postgres.log') }
}

async function assertUsable(dataDir: string, data: string): Promise<void> {
  // The folder's existence is checked before its version is read. Otherwise, a folder that another process completes in
  // between would seem to have no version.
  const isMade = await isThere(data)
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) return assertUnused(dataDir, isMade ? data : null)
  if (version.trim() === MAJOR) return
  throw new StartError(
    `the database in ${data} was created by PostgreSQL ${version.trim()}, but this version of Barq uses ${MAJOR}: make a backup with the version of Barq that created it, move the folder away, then restore the backup (docs/operations.md)`,
  )
}

async function assertUnused(dataDir: string, data: string | null): Promise<void> {
  if (await isThere(join(dataDir, 'pglite'))) {
    throw new StartError(
      `${dataDir} contains a shop in the database of earlier versions (pglite), which this version cannot read: see "The database of earlier versions" in docs/operations.md, or set DATA_DIR to another folder`,
    )
  }
  if (data) {
    throw new StartError(
      `${data} is not a PostgreSQL data folder (it has no PG_VERSION): move it elsewhere, or set DATA_DIR to another folder`,
    )
  }
}

/** @throws StartError if the embedded database has not been created. A database at DATABASE_URL is not checked. */
export async function assertCreated({ databaseUrl, dataDir }: DatabaseSettings): Promise<void> {
  if (databaseUrl || (await isThere(join(dataDir, 'postgres')))) return
  throw new StartError(`there is no shop in ${dataDir}: set DATA_DIR or DATABASE_URL`)
}

/**
 * PostgreSQL refuses to run as root.
 * @returns the account that runs it instead: the owner of the files or of their folder, or else `nobody`; null if this
 * process does not run as root.
 */
async function accountFor(data: string, dataDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  for (const folder of [data, dataDir]) {
    const owner = await stat(folder).catch(() => null)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return { uid: NOBODY, gid: NOBODY }
}

/** Creates the files on first use. The caller must hold the turn (`takeTurn`) to start the server. */
export async function prepareFiles(place: Place): Promise<void> {
  await removeDrafts(place.dataDir)
  if (!(await isThere(place.data))) await create(place)
  else if (place.account) await giveTo(place.account, place.data)
}

/** If root copied the files, makes the account that runs the server their owner. */
async function giveTo({ uid, gid }: Account, data: string): Promise<void> {
  if ((await stat(data)).uid !== 0) return
  for (const name of await readdir(data, { recursive: true }))
    await lchown(join(data, name), uid, gid)
  // The folder itself comes last: as long as root owns it, the next start repeats an interrupted transfer.
  await chown(data, uid, gid)
}

/** Creates the files in a temporary folder, then renames it, so that a kill never leaves an incomplete database. */
async function create({ dataDir, data, programs, account }: Place): Promise<void> {
  const draft = await mkdtemp(join(dataDir, DRAFT))
  try {
    if (account) await chown(draft, account.uid, account.gid)
    await initialize(programs, draft, { account, options: await authentication(dataDir) })
    await rename(draft, data)
    // A power failure must not undo the rename.
    await syncFolder(dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const DRAFT = 'postgres-new-'

/** Removes incomplete databases left behind by killed processes, except one that `initdb` may still be working on. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(DRAFT)) continue
    const draft = join(dataDir, name)
    const signs = [join(draft, 'global/pg_control'), join(draft, 'postmaster.pid')]
    if ((await Promise.all(signs.map(isThere))).includes(false)) {
      await rm(draft, { recursive: true, force: true })
    }
  }
}

/**
 * @returns arguments for `initdb` that let any account with access to the socket's folder connect. On Windows, they
 * require a password, because a port is used instead of a socket.
 */
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
 * The socket's folder is next to the data, where other containers on the same volume find it, or in the temporary
 * folder if that path is too long for a socket.
 */
async function socketFolder(dataDir: string, account: Account | null): Promise<string> {
  const name = `barq-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const folder = [join(dataDir, 'socket'), join(tmpdir(), name)].find(
    (path) => IS_WINDOWS || Buffer.byteLength(join(path, SOCKET)) <= SOCKET_BYTES_MAX,
  )
  if (!folder) {
    throw new StartError(
      `the paths of the data folder ${dataDir} and of the temporary folder ${tmpdir()} are both too long for a socket: set DATA_DIR or TMPDIR to a shorter path`,
    )
  }
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(folder)
  const owner = await stat(dataDir)
  const isOurs = [process.getuid?.(), account?.uid, owner.uid].includes(uid)
  if (!IS_WINDOWS && (!isOurs || (mode & 0o77) !== 0)) {
    throw new StartError(
      `${folder} is for the database's socket, but other users can access it: remove it`,
    )
  }
  // PostgreSQL creates its socket in the folder, which root can enter regardless of the owner.
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

export function pidFile({ data }: Pick<Place, 'data'>): string {
  return join(data, 'postmaster.pid')
}

/**
 * The lines of `postmaster.pid`: the first contains the server's process id, the fourth its port, the eighth its
 * status.
 */
async function readPidFile(place: Pick<Place, 'data'>): Promise<string[]> {
  return (await readFile(pidFile(place), 'utf8').catch(() => '')).split('\n')
}

/**
 * @returns the server's process id; null if no server is running or it runs in another container. Only on Linux can the
 * process in the PID file be verified to be a server; on other systems, it is assumed to be one.
 */
export async function runningServer(place: Pick<Place, 'data'>): Promise<number | null> {
  const pid = Number((await readPidFile(place))[0])
  if (!pid) return null
  if (process.platform !== 'linux') return pid
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.includes(place.data) ? pid : null
}

export async function isStopping(place: Place): Promise<boolean> {
  return (await readPidFile(place))[7]?.trim() === 'stopping'
}

/** The database's URL, which contains a password only on Windows. */
export async function addressOf(place: Place): Promise<string> {
  if (!IS_WINDOWS)
    return `postgres://barq@localhost/postgres?host=${encodeURIComponent(place.folder)}`
  const port = (await readPidFile(place))[3]?.trim() || '1'
  // The password is missing only before the server's first start, when there is no server to connect to anyway.
  const password = await readFile(passwordFile(place.dataDir), 'utf8').catch(() => '')
  return `postgres://barq:${password}@127.0.0.1:${port}/postgres`
}

/** @param reason the system's error code, or a message. */
export function notWritable(folder: string, reason = 'unknown reason'): StartError {
  return new StartError(
    `the data folder ${folder} is not writable (${reason}): set DATA_DIR to a writable folder`,
  )
}
