import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { assertComplete } from '#server/platform/backup/interrupted.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Environment } from '#server/platform/environment.ts'
import { StartError } from '#server/platform/start-error.ts'

/** Reads the settings for a command. Those that production requires of a server may be missing. */
export function readCommandConfig(changes: Environment = {}): Config {
  return readConfig({ ...process.env, NODE_ENV: undefined, DEMO: 'off', ...changes })
}

/**
 * Opens the database of an existing shop, for commands that work without a server: DATABASE_URL, or the embedded
 * database in DATA_DIR. Applies missing migrations.
 * @throws StartError if there is no shop
 */
export async function openShop(changes?: Environment): Promise<{ config: Config; db: Database }> {
  const config = readCommandConfig(changes)
  await mustExist(config)
  const db = await openDatabase(config)
  try {
    // After the connection: a restore marks the folder first, and then refuses to run if there is a connection.
    await assertComplete(config.dataDir)
    await migrate(db)
    return { config, db }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opening the embedded database would create an empty one if there were none. */
async function mustExist({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  await access(join(dataDir, 'postgres')).catch(() => {
    throw new StartError(`there is no shop in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  })
}
