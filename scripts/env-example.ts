/**
 * Writes .env.example from the descriptions of the settings.
 *
 *     npm exec -- node scripts/env-example.ts
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS } from '#server/config.ts'
import type { Setting, SettingsGroup } from '#server/platform/environment.ts'

const WIDTH = 96

const HEAD = `# Every setting of Barq, with its default if it has one. To try the shop, you need not set any.
# Written by scripts/env-example.ts; docs/operations.md has more about most settings.
#
# To use this file: copy it to .env, uncomment what you need, and start the shop with
#     set -a; . ./.env; set +a; npm start
# or name the copy as EnvironmentFile of deploy/barq.service.
`

if (import.meta.main) {
  await writeFile(join(import.meta.dirname, '../.env.example'), writeEnvExample(SETTINGS))
}

export function writeEnvExample(groups: readonly SettingsGroup[]): string {
  const parts = groups.map(
    ({ title, settings }) => `## ${title}\n${settings.map(linesOf).join('')}`,
  )
  return [HEAD, ...parts].join('\n')
}

function linesOf({ name, byDefault, meaning }: Setting): string {
  return `${wrap(meaning)}\n#${name}=${quoted(byDefault ?? '')}\n`
}

function wrap(meaning: string): string {
  const lines = ['#']
  for (const word of meaning.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}

/** Quoted so that both a shell and systemd understand it. */
function quoted(value: string): string {
  return /^[\w./:+-]*$/.test(value) ? value : `"${value}"`
}
