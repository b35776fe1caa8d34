import { type Config, readConfig } from '#server/config.ts'
import { assertComplete } from '#server/platform/backup/interrupted.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { assertCreated } from '#server/platform/db/embedded-place.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Environment } from '#server/platform/environment.ts'

/** Reads the settings for a command. Settings that only a server in production requires may be missing. */
export function readCommandConfig(changes: Environment = {}): Config {
  return readConfig({ ...process.env, NODE_ENV: undefined, DEMO: 'off', ...changes })
}

/**
 * Opens the database of an existing shop, for commands that work without a server: DATABASE_URL, or the embedded
 * database in DATA_DIR. Applies pending migrations.
 * @throws StartError if a setting is wrong, if there is no shop, or if its database cannot be opened, such as after an
 * interrupted restore
 */
export async function openShop(changes?: Environment): Promise<{ config: Config; db: Database }> {
  const config = readCommandConfig(changes)
  // Opening an embedded database that does not exist would create an empty one.
  await assertCreated(config)
  const db = await openDatabase(config)
  try {
    // Checked after connecting: a restore first marks the folder, and then refuses to run if there is a connection.
    await assertComplete(config.dataDir)
    await migrate(db)
    return { config, db }
  } catch (error) {
    await db.close()
    throw error
  }
}
