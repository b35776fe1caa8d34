/** The messages between the run and its workers, through files in one folder. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Orders {
  folder: string
  /**
   * The mutant that is active from start to end; null to try every mutant that each test reaches.
   */
  active: string | null
}

/** Instead of a mutant's id: no mutant is active, and none is tried. */
export const AS_IS = 'as it is'

declare module 'vitest' {
  interface ProvidedContext {
    mutation: Orders
  }
}

export interface Seen {
  /**
   * `killed` by a test; `reached` by a test; `loaded` before the first test; `unsure` after a
   * corrupted state; `skipped`: a test that tried nothing, since it fails unchanged on a new shop;
   * `ruined`: no shop could open in that process afterwards; `left`: a test after that.
   */
  what: 'killed' | 'reached' | 'loaded' | 'unsure' | 'skipped' | 'ruined' | 'left'
  /** The mutant's id; empty when a test was skipped or left. */
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
