/**
 * Where an embedded database is: its files, which are created on first use, its socket, and the account that runs it.
 */
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
  /** The folder of PostgreSQL's own files. */
  data: string
  programs: string
  /** The folder of the socket. */
  folder: string
  /** The account that runs the server if this process runs as root, otherwise null. */
  account: Account | null
  log: string
}

/** The file name of the socket. It contains PostgreSQL's default port, although no port is opened. */
const SOCKET = '.s.PGSQL.5432'
/** The longest path of a socket on macOS, the lowest limit of all systems, without the final zero byte. */
const SOCKET_BYTES_MAX = 103
const NOBODY = 65_534
const IS_WINDOWS = process.platform === 'win32'

/**
 * Creates the data folder and the socket's folder. The process that starts PostgreSQL creates the database's files.
 * @throws StartError if the data folder, the socket's folder or PostgreSQL's programs cannot be used; other errors of
 * the file system unchanged.
 */
export async function preparePlace(givenDir: string): Promise<Place> {
  await mkdir(givenDir, { recursive: true, mode: 0o700 })
  // Resolved, because the socket's path depends on it, and a running server is recognized by it.
  const dataDir = await realpath(givenDir)
  const data = join(dataDir, 'postgres')
  await assertUsable(dataDir, data)
  const account = await accountFor(data, dataDir)
  const programs = await npmPrograms()
  const folder = await socketFolder(dataDir, account)
  return { dataDir, data, programs, folder, account, log: join(dataDir, 'postgres.log') }
}

async function assertUsable(dataDir: string, data: string): Promise<void> {
  // Checked before the version is read: another process may be creating the folder, which is complete once it exists.
  const isMade = await isThere(data)
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) return assertUnused(dataDir, isMade ? data : null)
  if (version.trim() === MAJOR) return
  throw new StartError(
    `the database in ${data} was made by PostgreSQL ${version.trim()}, but this version of Barq uses ${MAJOR}: take a backup with the version of Barq that made it, move the folder away, and restore the backup (docs/operations.md)`,
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
 * The account that runs PostgreSQL, which refuses to run as root: the owner of the files or of the folder they are in,
 * otherwise `nobody`. Null if this process does not run as root.
 */
async function accountFor(data: string, dataDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  for (const folder of [data, dataDir]) {
    const owner = await stat(folder).catch(() => null)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return { uid: NOBODY, gid: NOBODY }
}

/** Creates the files on first use. The caller must hold the turn to start the server. */
export async function prepareFiles(place: Place): Promise<void> {
  await removeDrafts(place.dataDir)
  if (!(await isThere(place.data))) await create(place)
  else if (place.account) await giveTo(place.account, place.data)
}

/** Files that root copied belong to root: gives them to the account that runs the server. */
async function giveTo({ uid, gid }: Account, data: string): Promise<void> {
  if ((await stat(data)).uid !== 0) return
  for (const name of await readdir(data, { recursive: true }))
    await lchown(join(data, name), uid, gid)
  // The folder itself comes last: after a kill before that, it still belongs to root, and everything is repeated.
  await chown(data, uid, gid)
}

/** Creates the files under a temporary name, so that a kill leaves no incomplete database. */
async function create({ dataDir, data, programs, account }: Place): Promise<void> {
  const draft = await mkdtemp(join(dataDir, DRAFT))
  try {
    if (account) await chown(draft, account.uid, account.gid)
    await initialize(programs, draft, { account, options: await authentication(dataDir) })
    await rename(draft, data)
    // A power cut must not undo the renaming.
    await syncFolder(dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const DRAFT = 'postgres-new-'

/** Removes the folders that killed processes left, except one that `initdb` may still be working on. */
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
 * @returns arguments of `initdb`: any account that can enter the socket's folder may connect. Windows uses a port
 * instead, and a password.
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
 * The socket's folder: beside the data, where other containers on the same volume find it, or in the temporary folder
 * if that path is too long for a socket.
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
      `${folder} is for the database's socket, but other users can enter it: remove it`,
    )
  }
  // PostgreSQL creates its socket in the folder, and root may enter it anyway.
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

export function pidFile({ data }: Pick<Place, 'data'>): string {
  return join(data, 'postmaster.pid')
}

/** The lines of `postmaster.pid`: the first has the server's process id, the fourth its port, the eighth its state. */
async function readPidFile(place: Pick<Place, 'data'>): Promise<string[]> {
  return (await readFile(pidFile(place), 'utf8').catch(() => '')).split('\n')
}

/**
 * The server's process id; null if no server runs, or if it runs in another container. Only Linux reveals whether the
 * process in the PID file is a server: on other systems, it is assumed to be one.
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

/** The database's URL. Only Windows needs the password. */
export async function addressOf(place: Place): Promise<string> {
  if (!IS_WINDOWS)
    return `postgres://barq@localhost/postgres?host=${encodeURIComponent(place.folder)}`
  const port = (await readPidFile(place))[3]?.trim() || '1'
  // The password is missing before the server's first start, when no server answers either.
  const password = await readFile(passwordFile(place.dataDir), 'utf8').catch(() => '')
  return `postgres://barq:${password}@127.0.0.1:${port}/postgres`
}

/** @param reason the system's error code, or a message. */
export function notWritable(folder: string, reason = 'the system gave no reason'): StartError {
  return new StartError(
    `the data folder ${folder} cannot be written (${reason}): set DATA_DIR to a writable folder`,
  )
}
