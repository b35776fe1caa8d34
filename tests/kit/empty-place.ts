import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from './databases.ts'

export interface EmptyPlace {
  /** The parent of the data folder. `remove` deletes everything in it. */
  root: string
  folder: string
  settings: { databaseUrl: string; dataDir: string }
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
