/**
 * What a test tells the published report (docs/reliability.md): which goal of the reliability
 * notes it tried, how much of it, and what came out. One line of JSON each; the report is made
 * from the lines of one run, so it can only say what that run saw.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { IS_SOAK } from './time-limits.ts'

/** Emptied before every run with the rest of its folder (scripts/test.mjs). */
export const PROOFS = join(import.meta.dirname, '../../coverage/reliability.jsonl')

export interface Proof {
  /** As in docs/reliability.md: R1, A10, H4. */
  goal: string
  /** `pglite`, `postgres`; left out where no database is asked. */
  engine?: string
  /** How much was tried: "40 kills", "1,722 cases". Counted by the test, never written out. */
  volume: string
  /** What was seen: "0 lost, 0 half batches". Counted by the test, never written out. */
  result: string
  /** The deliberately broken variant and what the same oracle saw of it. */
  control?: string
  /** Numbers that a headline of the report adds up over engines (tests/reliability/goals.ts). */
  figures?: Record<string, number>
}

/** Call it last in a test, when everything it says has been asserted. */
export function recordEvidence(proof: Proof): void {
  write(proof)
}

/** Why this machine cannot try a goal; the report says so, and nobody takes it for a success. */
export function notTried(goal: string, reason: string, engine?: string): void {
  console.warn(`${goal} was not tried: ${reason}`)
  write({ goal, notTried: reason, ...(engine && { engine }) })
}

function write(line: object): void {
  mkdirSync(dirname(PROOFS), { recursive: true })
  // The run that a report is about (scripts/test.mjs); none for tests that are run by hand.
  const { TEST_RUN: run = null } = process.env
  appendFileSync(PROOFS, `${JSON.stringify({ ...line, soak: IS_SOAK, run })}\n`)
}
