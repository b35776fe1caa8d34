/**
 * Restores a backup into a stopped shop, which must be empty unless `--replace-this-shop` is given.
 *
 *     npm run restore -- backups/barq-2026-11-21T21-30-05Z.tar.gz [--replace-this-shop] [--keep-sessions]
 *
 * Everybody must sign in again, and links in earlier emails stop working, because some of these sessions and links may
 * have been revoked or used after the backup. `--keep-sessions` is for moving to another machine, provided that nothing
 * has happened since the backup. Reads the same settings as the shop, and restores to DATABASE_URL or DATA_DIR.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endAllAccess } from '#server/accounts/sessions/end-all-access.ts'
import { progressLines } from '#server/demo/progress-line.ts'
import { checkInvariants } from '#server/invariants.ts'
import type { Restored } from '#server/platform/backup/replace-database.ts'
import { restore } from '#server/platform/backup/restore.ts'
import type { Handle } from '#server/platform/db/database.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readCommandConfig } from './open-shop.ts'
import { runCommand } from './run-command.ts'

await runCommand('Not restored', run)

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      'replace-this-shop': { type: 'boolean', default: false },
      'keep-sessions': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file || positionals.length > 1) {
    throw new StartError('give the path of one backup: npm run restore -- backups/barq-....tar.gz')
  }
  const config = readCommandConfig()
  const restored = await restore(config, {
    file: resolve(file),
    replace: values['replace-this-shop'],
    progress: progressLines(),
    ...(!values['keep-sessions'] && { endAccess: endAllAccess }),
    check: brokenRules,
  })
  console.log(summaryOf(restored))
  if (!values['keep-sessions']) {
    console.log('Everybody must sign in again, and links in earlier emails no longer work.')
  }
}

async function brokenRules(restored: Handle): Promise<string[]> {
  return (await checkInvariants(restored)).map(({ rule, statement }) => `${rule} ${statement}`)
}

function summaryOf({ manifest, migrated, kept }: Restored): string {
  const { rows, pictures, bucket, takenAt } = manifest
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const lines = [
    `The shop has been restored to its state at ${takenAt}: all ${all} rows are back, and the data passed every check.`,
    `  ${rows.app_user} accounts, ${rows.product} products, ${rows.orders} orders, ${pictures} uploaded pictures`,
  ]
  if (bucket) lines.push(`  Uploaded pictures are not in the backup but in the bucket ${bucket}.`)
  if (migrated.length > 0) lines.push(`  Migrations applied: ${migrated.join(', ')}.`)
  if (kept) lines.push(`The previous data is in ${kept}: remove it once you are sure.`)
  return lines.join('\n')
}
