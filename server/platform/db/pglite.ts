/** The embedded engine: PostgreSQL compiled to WebAssembly, its files in one folder. */
import type { Dirent } from 'node:fs'
import { constants, copyFile, mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Contents, readContents } from './contents.ts'
import { answerCopies } from './copy-channel.ts'
import type { Engine } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { parseInt8 } from './parse-int8.ts'
import { PGlitePool } from './pglite-pool.ts'
import { PrivateFiles } from './private-files.ts'
import { receiveEach } from './receivers.ts'

/**
 * Opens the database below `dataDir`, creating it if it does not exist.
 * @throws StartError when the folder cannot be written or another process holds it.
 */
export async function openPGlite(dataDir: string): Promise<Engine> {
  const unlock = await lockDirectory(dataDir)
  try {
    const folder = join(dataDir, 'pglite')
    const pglite = await createPGlite(folder)
    const pool = new PGlitePool(pglite)
    const stopAnswering = await answerCopies(dataDir, (to) =>
      pool.exclusively(() => copyPGlite(pglite, folder, to)),
    )
    return pgliteEngine(pool, async () => {
      await stopAnswering()
      await unlock()
    })
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * Copies the files of an open database while nothing else can run on it. Changes not yet in them
 * are in their write-ahead log, which is replayed when the copy is opened.
 */
async function copyPGlite(pglite: PGlite, folder: string, to: string): Promise<Contents> {
  await pglite.exec('checkpoint')
  return pglite.transaction(async (tx) => {
    const contents = await readContents(async (statement) => (await tx.query<Row>(statement)).rows)
    await copyFiles(folder, join(to, 'pglite'))
    return contents
  })
}

/** As many as the file system's own threads can use. */
const FILES_AT_ONCE = 32

/** A thousand small files: copied one by one they take several times as long. */
async function copyFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const paths = (isWanted: (entry: Dirent) => boolean) =>
    entries.filter(isWanted).map(({ parentPath, name }) => relative(from, join(parentPath, name)))
  await mkdir(to, { recursive: true })
  for (const folder of paths((entry) => entry.isDirectory())) {
    await mkdir(join(to, folder), { recursive: true })
  }
  const files = paths((entry) => entry.isFile())
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    await Promise.all(
      files
        .slice(start, start + FILES_AT_ONCE)
        .map((file) => copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE)),
    )
  }
}

type Row = Record<string, unknown>

/** Reads the database of a folder that this process has locked. */
export async function readPGlite(folder: string): Promise<Contents> {
  const pglite = await createPGlite(folder)
  try {
    return await readContents(async (statement) => (await pglite.query<Row>(statement)).rows)
  } finally {
    await pglite.close()
  }
}

/** Opens the files in a folder, creating them if missing. The caller holds the lock. */
export async function createPGlite(folder: string): Promise<PGlite> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return PGlite.create({ ...PGLITE_OPTIONS, fs: new PrivateFiles(folder) })
}

export const PGLITE_OPTIONS = {
  extensions: { pg_trgm },
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  parsers: { [types.INT8]: parseInt8 },
}

/** An engine over an instance that is open already; `released` runs after it has closed. */
export function pgliteEngine(
  pool: PGlitePool,
  released: () => Promise<void> = async () => {},
): Engine {
  return {
    name: 'pglite',
    connections: pool,
    async listen(channel, receive) {
      const deliver = (payload: string) => receiveEach(channel, payload, [receive])
      await pool.exclusively((pglite) => pglite.listen(channel, deliver))
    },
    async notify(channel, payload) {
      await pool.exclusively((pglite) =>
        pglite.query('select pg_notify($1, $2)', [channel, payload]),
      )
    },
    listening: () => true,
    onListening() {},
    pool: () => ({ open: 1, idle: pool.idle, waiting: pool.waiting }),
    async close() {
      await pool.end()
      await released()
    },
  }
}
