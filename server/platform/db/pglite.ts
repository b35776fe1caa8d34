/** The embedded engine: PostgreSQL compiled to WebAssembly, its files in one folder. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGliteDialect } from 'kysely'
import type { Engine } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { parseInt8 } from './parse-int8.ts'

/**
 * Opens the database below `dataDir`, making it when it is not there.
 * @throws StartError when the folder cannot be written or another process holds it.
 */
export async function openPGlite(dataDir: string): Promise<Engine> {
  const unlock = await lockDirectory(dataDir)
  try {
    const folder = join(dataDir, 'pglite')
    await mkdir(folder, { recursive: true })
    return pgliteEngine(await PGlite.create(folder, PGLITE_OPTIONS), unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

export const PGLITE_OPTIONS = {
  extensions: { pg_trgm },
  parsers: { [types.INT8]: parseInt8 },
}

/** An engine over an instance that is open already; `released` runs after it has closed. */
export function pgliteEngine(
  pglite: PGlite,
  released: () => Promise<void> = async () => {},
): Engine {
  return {
    name: 'pglite',
    dialect: new PGliteDialect({ pglite }),
    async listen(channel, receive) {
      await pglite.listen(channel, receive)
    },
    listening: () => true,
    async close() {
      if (!pglite.closed) await pglite.close()
      await released()
    },
  }
}
