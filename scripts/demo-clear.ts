/**
 * Removes the demo from a shop that is about to open: its products, storefront content, settings and accounts, and
 * everything these accounts did. Products and accounts to which remaining records refer are hidden or disabled instead.
 * All other products, customers and orders stay.
 *
 *     npm run demo:clear -- --yes
 *
 * Uses the database at DATABASE_URL, or the embedded one in DATA_DIR, also of a shop that is running.
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
    throw new StartError('not running in a terminal: add --yes to confirm the removal of the demo')
  }
  const { config, db } = await openShop()
  try {
    const admin = await ensureFirstAdmin(db, config.admin)
    const signals = await openSignals(db)
    const cleared = await clearDemo(db, createSessions(db, signals))
    await announceEverything(signals)
    if (admin === 'created') console.log(`Created the admin ${config.admin?.email}.`)
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
      : 'There was no demo data to remove.',
  ]
  if (hiddenProducts > 0) {
    lines.push(
      `Hidden instead of removed, because your customers ordered or rated them: ${hiddenProducts} products.`,
    )
  }
  if (disabledAccounts > 0) {
    lines.push(
      `Disabled instead of removed, because the shop's records refer to them: ${disabledAccounts} accounts.`,
    )
  }
  lines.push('Demo data will not be added to this shop again.')
  return lines.join('\n')
}
