/** The evidence of one run, and details of the run: docs/reliability.md is rendered from it. */
import { createHash } from 'node:crypto'
import type { Proof } from '#tests/kit/evidence.ts'

/** A line of coverage/reliability.jsonl. */
export type Line = (Proof | { goal: string; engine?: string; notTried: string }) & {
  soak: boolean
  /** The id of the run of `scripts/test.mjs`; null for a test that was run by hand. */
  run?: string | null
}

export interface Run {
  /** The commit's hash; null without a git history. */
  commit: string | null
  /** The number of files that differed from the commit; 0 in a published run. */
  changed: number
  date: string
  /** The processor, its cores, the versions. */
  machine: string
  migrations: number
  /** Tests, stories and other steps. */
  passed: number
  failed: number
  skipped: number
  /** Stories that passed only at the second try; none in a published run. */
  flaky: readonly string[]
  lines: readonly Line[]
}

/** A run as it is stored beside the page. */
export interface Evidence extends Run {
  /** A hash of everything else, so that a figure changed by hand is noticed. */
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

/** Why a run cannot be published; empty when it can. */
export function objections(run: Run, id: string | null): string[] {
  const foreign = run.lines.filter((line) => line.run !== id).length
  return [
    ...(run.commit ? [] : ['it names no commit']),
    ...(run.changed > 0 ? [`${run.changed} files differ from the commit`] : []),
    ...(run.failed > 0 ? [`${run.failed} tests or steps failed`] : []),
    ...(run.flaky.length > 0 ? [`${run.flaky.length} stories needed a second try`] : []),
    ...(foreign > 0 ? [`${foreign} proofs are from another run`] : []),
  ]
}
