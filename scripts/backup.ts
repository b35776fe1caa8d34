/**
 * Saves to a single file everything that the shop cannot recreate, except pictures in a bucket. The shop may be
 * running.
 *
 *     npm run backup [-- --to /somewhere/else]
 *
 * Reads the same settings as the shop.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { progressLines } from '#server/demo/progress-line.ts'
import { backUp } from '#server/platform/backup/backup.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { readCommandConfig } from './open-shop.ts'
import { runCommand } from './run-command.ts'

await runCommand('Nothing was saved', run)

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const to = resolve(values.to ?? join(import.meta.dirname, '../backups'))
  const config = readCommandConfig()
  const { file, manifest } = await backUp(config, to, progressLines())
  console.log(`Saved to ${file}\n${summaryOf(manifest, config)}`)
}

function summaryOf(manifest: Manifest, { s3, dataDir, databaseUrl }: Config): string {
  const { rows, pictures, leftOut } = manifest
  const counts = `  ${rows.app_user} accounts, ${rows.product} products, ${rows.orders} orders`
  const from = databaseUrl ? ` of ${dataDir}` : ''
  const lines = s3
    ? [counts, `  The pictures are in the bucket ${s3.bucket}, which must be backed up separately.`]
    : [`${counts}, ${pictures} uploaded pictures${from}`]
  if (leftOut.length > 0)
    lines.push(`  Tables left out because they do not belong to the shop: ${leftOut.join(', ')}.`)
  return lines.join('\n')
}
