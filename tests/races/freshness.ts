/**
 * Checks that reads show every change that was answered before they began. Each change raises a
 * number that the shop then shows somewhere; the oracle compares the number that a read showed with
 * the last one answered when it began and the last one sent when it ended.
 */
import { setTimeout as pause, setImmediate as yieldToOthers } from 'node:timers/promises'

/** A value that grows by one with each change. */
export interface Counter {
  /** The number of the last change that was sent. */
  sent: number
  /** The number of the last change that was answered. */
  answered: number
  /** When that was, by `performance.now()`. */
  answeredAt: number
}

export function createCounter(value: number): Counter {
  return { sent: value, answered: value, answeredAt: 0 }
}

/** Makes one change and records it. */
export async function change(
  counter: Counter,
  write: (value: number) => Promise<void>,
): Promise<void> {
  counter.sent += 1
  await write(counter.sent)
  counter.answered = counter.sent
  counter.answeredAt = performance.now()
}

/** How one address shows a counter. */
export interface View {
  /** The name used in complaints. */
  name: string
  counter: Counter
  /** The number shown now. */
  read(): Promise<number>
}

export interface Verdict {
  reads: number
  /**
   * Reads that showed less than was answered `graceMs` before they began, or more than was sent.
   */
  complaints: string[]
}

/** Reads all views repeatedly while `work` runs. */
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
      // Otherwise reads from memory would leave no time for changes in between.
      await yieldToOthers()
    }
  })
  try {
    await work()
    // Read once more after the last change.
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

/** The control: answers each address from memory for a while, without invalidation. */
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
