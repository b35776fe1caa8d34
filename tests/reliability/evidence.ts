/** What docs/reliability.md is rendered from: the proofs of one run, and which run that was. */
import { createHash } from 'node:crypto'
import type { Proof } from '#tests/kit/evidence.ts'

/** A line of coverage/reliability.jsonl. */
export type Line = (Proof | { goal: string; engine?: string; notTried: string }) & {
  soak: boolean
  /** Of `scripts/test.mjs`; null for a test that was run by hand. */
  run?: string | null
}

export interface Run {
  /** The hash; null where there is no history. */
  commit: string | null
  /** Files that differed from it; a published run has none. */
  changed: number
  date: string
  /** The processor, its cores, the versions. */
  machine: string
  migrations: number
  /** Tests, stories and other steps. */
  passed: number
  failed: number
  skipped: number
  /** Stories that passed at their second try only; a published run has none. */
  flaky: readonly string[]
  lines: readonly Line[]
}

/** A run as it is kept beside the page. */
export interface Evidence extends Run {
  /** Of all the rest: no figure is changed by hand and forgotten. */
  digest: string
}

export function seal(run: Run): Evidence {
  return { ...run, digest: digestOf(run) }
}

export function isSealed({ digest, ...run }: Evidence): boolean {
  return digest === digestOf(run)
}

function digestOf(run: Run): string {
  return createHash('sha256').update(JSON.stringify(run)).digest('hex')
}

/** Why a run cannot be published; empty for one that can. */
export function objections(run: Run, id: string | null): string[] {
  const foreign = run.lines.filter((line) => line.run !== id).length
  return [
    ...(run.commit ? [] : ['it names no commit']),
    ...(run.changed > 0 ? [`${run.changed} files are not as in the commit`] : []),
    ...(run.failed > 0 ? [`${run.failed} tests or steps failed`] : []),
    ...(run.flaky.length > 0 ? [`${run.flaky.length} stories needed a second try`] : []),
    ...(foreign > 0 ? [`${foreign} proofs are of another run`] : []),
  ]
}
