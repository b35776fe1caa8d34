/** What the run tells the workers, and they record the run, through files of one folder. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Orders {
  folder: string
  /** Switched on from the first line to the last; null to try out whatever each test reaches. */
  active: string | null
}

/** In place of a mutant's id: nothing is switched on, and nothing tried. */
export const AS_IS = 'as it is'

declare module 'vitest' {
  interface ProvidedContext {
    mutation: Orders
  }
}

export interface Seen {
  /**
   * `killed` by a test; `reached` by a test; `loaded` before the first one; `unsure` after a mess;
   * `skipped`: a test with which nothing was tried, since it fails as it is on a new shop;
   * `ruined`: after it no shop opened any more in that process; `left`: a test after that.
   */
  what: 'killed' | 'reached' | 'loaded' | 'unsure' | 'skipped' | 'ruined' | 'left'
  /** Of the mutant; empty where a test was skipped or left. */
  id: string
  /** The test or its file. */
  by: string
  why?: string | null
}

export function record(folder: string, seen: readonly Seen[]): void {
  if (seen.length === 0) return
  appendFileSync(join(folder, 'seen.jsonl'), seen.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

export function recorded(folder: string): Seen[] {
  const file = join(folder, 'seen.jsonl')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
