/** A place for a shop's first start: a data folder that does not exist yet, and a database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from './databases.ts'

export interface EmptyPlace {
  /** The parent of the data folder; everything in it is removed at the end. */
  root: string
  folder: string
  /** For `openDatabase`. */
  settings: { databaseUrl: string; dataDir: string }
  /** The same settings as the environment of a program. */
  env: Record<string, string>
  remove(): Promise<void>
}

export async function emptyPlace(): Promise<EmptyPlace> {
  const database = await createTestDatabase({ isEmpty: true })
  const root = await mkdtemp(join(tmpdir(), 'barq-place-'))
  const folder = join(root, 'data')
  return {
    root,
    folder,
    settings: { databaseUrl: database.url, dataDir: folder },
    env: { DATA_DIR: folder, DATABASE_URL: database.url },
    async remove() {
      await rm(root, { recursive: true, force: true })
      await database.drop()
    },
  }
}
