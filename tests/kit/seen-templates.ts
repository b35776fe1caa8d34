/** Records which `sql<Row>` templates a run executed; read by tests/house/unseen-templates.ts. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Emptied before every run, together with the rest of its folder (scripts/test.mjs). */
export const SEEN = join(import.meta.dirname, '../../coverage/templates.txt')

const seen = new Set<string>()

/** Records each template once per process. */
export function noteSeen(at: string): void {
  const line = `${at}\n`
  if (seen.has(line)) return
  seen.add(line)
  mkdirSync(dirname(SEEN), { recursive: true })
  appendFileSync(SEEN, line)
}
