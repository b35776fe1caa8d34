/** Where an embedded database is: its files, made at the first time, its socket and its account. */
import { createHash, randomBytes } from 'node:crypto'
import {
  chown,
  lchown,
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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isThere } from '../is-there.ts'
import { StartError } from '../start-error.ts'
import { type Account, initialise, MAJOR, npmPrograms } from './postgres-programs.ts'

export interface Place {
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

/** Another port never meets it: the socket is in a folder of its own. */
const SOCKET = '.s.PGSQL.5432'
/** The shortest limit of all systems, that of macOS, without the final zero. */
const SOCKET_BYTES_MAX = 103
const NOBODY = 65_534
const IS_WINDOWS = process.platform === 'win32'
const HALF_A_DAY_MS = 12 * 3_600_000

/**
 * Makes what is missing in the data folder.
 * @throws StartError when it belongs to something else; errors of the file system as they are.
 */
export async function preparePlace(dataDir: string): Promise<Place> {
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
  else if (account) await giveTo(account, data)
  return { ...place, folder: await socketFolder(dataDir) }
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

/** Files that root has copied belong to root. */
async function giveTo({ uid, gid }: Account, data: string): Promise<void> {
  if ((await stat(data)).uid !== 0) return
  for (const name of await readdir(data, { recursive: true }))
    await lchown(join(data, name), uid, gid)
  // Last, so that a kill leaves it to be done again.
  await chown(data, uid, gid)
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
async function socketFolder(dataDir: string): Promise<string> {
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
  const owner = await stat(dataDir)
  const isOurs = [process.getuid?.(), owner.uid].includes(uid)
  if (!IS_WINDOWS && (!isOurs || (mode & 0o77) !== 0)) {
    throw new StartError(
      `${folder} is for the database's socket, and others can enter it: remove it`,
    )
  }
  if (process.getuid?.() === 0) await chown(folder, owner.uid, owner.gid)
  return folder
}

export function pidFile({ data }: Place): string {
  return join(data, 'postmaster.pid')
}

/** The lines of the file in which a server says how to reach it. */
export async function readPidFile(place: Place): Promise<string[]> {
  return (await readFile(pidFile(place), 'utf8').catch(() => '')).split('\n')
}

/** The database's address. The password is Windows's. */
export async function addressOf(place: Place): Promise<string> {
  if (!IS_WINDOWS)
    return `postgres://barq@localhost/postgres?host=${encodeURIComponent(place.folder)}`
  const port = (await readPidFile(place))[3]?.trim() || '1'
  return `postgres://barq:${await readFile(passwordFile(place.dataDir), 'utf8')}@127.0.0.1:${port}/postgres`
}

/** @param reason a code of the system. */
export function notWritable(folder: string, reason = 'no reason given'): StartError {
  return new StartError(
    `the data folder ${folder} cannot be written (${reason}): set DATA_DIR to a folder that can`,
  )
}
