/**
 * Whether reads are as new as the changes that were answered before they began. Each change raises a
 * number that the shop then shows somewhere; the oracle compares what a read showed with the numbers
 * that had been answered when it began and been sent when it ended.
 */
import { setTimeout as pause, setImmediate as yieldToOthers } from 'node:timers/promises'

/** Something that changes: its number grows by one with each change. */
export interface Counter {
  /** Of the last change that was sent. */
  sent: number
  /** Of the last change that was answered. */
  answered: number
  /** When it was, on the clock of `performance`. */
  answeredAt: number
}

export function createCounter(value: number): Counter {
  return { sent: value, answered: value, answeredAt: 0 }
}

/** Makes one change and notes it. */
export async function change(
  counter: Counter,
  write: (value: number) => Promise<void>,
): Promise<void> {
  counter.sent += 1
  await write(counter.sent)
  counter.answered = counter.sent
  counter.answeredAt = performance.now()
}

/** What one address shows of a counter. */
export interface View {
  /** In complaints. */
  name: string
  counter: Counter
  /** The number shown now. */
  read(): Promise<number>
}

export interface Verdict {
  reads: number
  /** Reads that showed less than was answered `graceMs` before they began, or more than was sent. */
  complaints: string[]
}

/** Reads each of the views again and again while `work` runs. */
export async function watch(
  views: readonly View[],
  graceMs: number,
  work: () => Promise<void>,
): Promise<Verdict> {
  const verdict: Verdict = { reads: 0, complaints: [] }
  let isOver = false
  const watching = views.map(async (view) => {
    while (!isOver) {
      await check(view, graceMs, verdict)
      // A read from memory would let nothing change before the next one.
      await yieldToOthers()
    }
  })
  try {
    await work()
    // What was changed last is looked at, too.
    await pause(graceMs + 20)
  } finally {
    isOver = true
  }
  await Promise.all(watching)
  return verdict
}

async function check(
  { name, counter, read }: View,
  graceMs: number,
  verdict: Verdict,
): Promise<void> {
  const { answered, answeredAt } = counter
  const isSettled = performance.now() - answeredAt >= graceMs
  const shown = await read()
  verdict.reads += 1
  if ((isSettled && shown < answered) || shown > counter.sent) {
    verdict.complaints.push(`${name} showed ${shown} when ${answered} had been answered`)
  }
}

/** The deliberately broken variant: answers each address from memory for a while, whatever changes. */
export function withMemory<Answer>(
  ask: (key: string) => Promise<Answer>,
  keptMs: number,
): (key: string) => Promise<Answer> {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>()
  return (key) => {
    const found = known.get(key)
    if (found && performance.now() < found.until) return found.answer
    const answer = ask(key)
    known.set(key, { answer, until: performance.now() + keptMs })
    return answer
  }
}
