/**
 * Removes the demo from a shop that you keep: its products, its accounts and all their activity.
 * Your own products, customers and their orders stay.
 *
 *     npm run demo:clear -- --yes
 *
 * Works on DATABASE_URL, or on the embedded database in DATA_DIR while no server uses it.
 */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureFirstAdmin } from '#server/accounts/first-admin.ts'
import { createSessions } from '#server/accounts/sessions/sessions.ts'
import { announceEverything } from '#server/catalog/shared-changes.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Cleared, clearDemo } from '#server/demo/clear-demo.ts'
import { assertComplete } from '#server/platform/backup/interrupted.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openSignals } from '#server/platform/db/signals.ts'
import { keepPrivate } from '#server/platform/private-folder.ts'
import { StartError } from '#server/platform/start-error.ts'

keepPrivate()
await run().catch((error: unknown) => {
  console.error(error instanceof StartError ? `Nothing was removed: ${error.message}` : error)
  process.exitCode = 1
})

async function run(): Promise<void> {
  if (!process.stdin.isTTY && !process.argv.includes('--yes')) {
    throw new StartError('add --yes when this does not run in a terminal')
  }
  // Only the database and the admin matter, so settings that production requires may be missing.
  const config = readConfig({ ...process.env, NODE_ENV: undefined, DEMO: 'off' })
  await assertComplete(config.dataDir)
  await mustExist(config)
  const db = await openDatabase(config)
  try {
    await migrate(db)
    const admin = await ensureFirstAdmin(db, config.admin)
    const signals = await openSignals(db)
    const cleared = await clearDemo(db, createSessions(db, signals))
    await announceEverything(signals)
    if (admin === 'created') console.log(`The admin ${config.admin?.email} was made.`)
    console.log(summaryOf(cleared))
  } finally {
    await db.close()
  }
}

/** Checks first, because opening the embedded database would create an empty one. */
async function mustExist({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  await access(join(dataDir, 'pglite')).catch(() => {
    throw new StartError(`there is no shop in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  })
}

function summaryOf(cleared: Cleared): string {
  const { hiddenProducts, disabledAccounts, ...removed } = cleared
  const parts = Object.entries(removed)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
  const lines = [
    parts.length > 0
      ? `Removed from the demo: ${parts.join(', ')}.`
      : 'There was nothing of the demo left to remove.',
  ]
  if (hiddenProducts > 0) {
    lines.push(`Hidden, since own customers ordered or rated them: ${hiddenProducts} products.`)
  }
  if (disabledAccounts > 0) {
    lines.push(`Locked, since the shop's records name them: ${disabledAccounts} accounts.`)
  }
  lines.push('The shop will not be filled with demo data again.')
  return lines.join('\n')
}
