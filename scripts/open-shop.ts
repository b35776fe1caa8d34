/** Opens the database of an existing shop, for commands that work on it without a server. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { assertComplete } from '#server/platform/backup/interrupted.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Environment } from '#server/platform/environment.ts'
import { StartError } from '#server/platform/start-error.ts'

/** The settings for commands: those that production requires only of a server may be missing. */
export function readCommandConfig(changes: Environment = {}): Config {
  return readConfig({ ...process.env, NODE_ENV: undefined, DEMO: 'off', ...changes })
}

/**
 * DATABASE_URL, or the embedded database in DATA_DIR, up to date.
 * @throws StartError if there is no shop.
 */
export async function openShop(changes?: Environment): Promise<{ config: Config; db: Database }> {
  const config = readCommandConfig(changes)
  await mustExist(config)
  const db = await openDatabase(config)
  try {
    // Connected first: a restore marks the folder, then refuses to run beside a connection.
    await assertComplete(config.dataDir)
    await migrate(db)
    return { config, db }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Checks first, because opening the embedded database would create an empty one. */
async function mustExist({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  await access(join(dataDir, 'postgres')).catch(() => {
    throw new StartError(`there is no shop in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  })
}
