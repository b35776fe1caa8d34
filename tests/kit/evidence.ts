/**
 * The evidence that tests record for the published report (docs/reliability.md): the goal that was
 * tried (tests/reliability/goals.ts), how much was tried, and the result. One JSON object per line;
 * the report is built from the lines of one run, so it can only state what that run saw.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IS_SOAK } from './time-limits.ts'

/** Emptied before every run with the rest of its folder (scripts/test.mjs). */
export const PROOFS = join(import.meta.dirname, '../../coverage/reliability.jsonl')

export interface Proof {
  /** An id of tests/reliability/goals.ts: R1, A10, H4. */
  goal: string
  /** `pglite` or `postgres`; omitted where no database is involved. */
  engine?: string
  /** How much was tried: "40 kills", "1,722 cases". Counted by the test, never hard-coded. */
  volume: string
  /** The result: "0 lost, 0 half batches". Counted by the test, never hard-coded. */
  result: string
  /** The deliberately broken variant, and what the same oracle found in it. */
  control?: string
  /** Numbers that a headline of the report adds up over engines (tests/reliability/goals.ts). */
  figures?: Record<string, number>
}

/** Call it last in a test, after everything it states has been asserted. */
export function recordEvidence(proof: Proof): void {
  write(proof)
}

/**
 * Records why this machine cannot try a goal, so that the report does not count it as a success.
 */
export function notTried(goal: string, reason: string, engine?: string): void {
  console.warn(`${goal} was not tried: ${reason}`)
  write({ goal, notTried: reason, ...(engine && { engine }) })
}

function write(line: object): void {
  mkdirSync(dirname(PROOFS), { recursive: true })
  // The run that a report is about (scripts/test.mjs); null for tests that are run by hand.
  const { TEST_RUN: run = null } = process.env
  appendFileSync(PROOFS, `${JSON.stringify({ ...line, soak: IS_SOAK, run })}\n`)
}
