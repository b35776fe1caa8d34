/** Records which `sql<Row>` templates were executed in a run, for tests/house/unseen-templates.ts. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file that lists the executed templates. `begin` in scripts/steps.mjs empties its folder before every run. */
export const SEEN = join(import.meta.dirname, '../../coverage/templates.txt')

const seen = new Set<string>()

/** @param at the template's file and line; each is written only once per process. */
export function noteSeen(at: string): void {
  const line = `${at}\n`
  if (seen.has(line)) return
  seen.add(line)
  mkdirSync(dirname(SEEN), { recursive: true })
  appendFileSync(SEEN, line)
}
