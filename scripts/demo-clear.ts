/**
 * Removes the demo from a shop that its owner keeps: the demo's products, its accounts and all their activity. Other
 * products, customers and their orders stay.
 *
 *     npm run demo:clear -- --yes
 *
 * Uses the database at DATABASE_URL, or the embedded one in DATA_DIR while no server uses it.
 */
import { ensureFirstAdmin } from '#server/accounts/first-admin.ts'
import { createSessions } from '#server/accounts/sessions/sessions.ts'
import { announceEverything } from '#server/catalog/shared-changes.ts'
import { type Cleared, clearDemo } from '#server/demo/clear-demo.ts'
import { openSignals } from '#server/platform/db/signals.ts'
import { StartError } from '#server/platform/start-error.ts'
import { openShop } from './open-shop.ts'
import { runCommand } from './run-command.ts'

await runCommand('Nothing was removed', run)

async function run(): Promise<void> {
  if (!process.stdin.isTTY && !process.argv.includes('--yes')) {
    throw new StartError('add --yes if this does not run in a terminal')
  }
  const { config, db } = await openShop()
  try {
    const admin = await ensureFirstAdmin(db, config.admin)
    const signals = await openSignals(db)
    const cleared = await clearDemo(db, createSessions(db, signals))
    await announceEverything(signals)
    if (admin === 'created') console.log(`The admin ${config.admin?.email} was created.`)
    console.log(summaryOf(cleared))
  } finally {
    await db.close()
  }
}

function summaryOf(cleared: Cleared): string {
  const { hiddenProducts, disabledAccounts, ...removed } = cleared
  const parts = Object.entries(removed)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
  const lines = [
    parts.length > 0
      ? `Removed from the demo: ${parts.join(', ')}.`
      : 'Nothing of the demo was left to remove.',
  ]
  if (hiddenProducts > 0) {
    lines.push(`Hidden because your customers ordered or rated them: ${hiddenProducts} products.`)
  }
  if (disabledAccounts > 0) {
    lines.push(`Disabled because the shop's records refer to them: ${disabledAccounts} accounts.`)
  }
  lines.push('The shop will not be filled with demo data again.')
  return lines.join('\n')
}
