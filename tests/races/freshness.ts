/**
 * Checks that reads show every change that was acknowledged before they began. Each change raises a number that the
 * shop then shows somewhere; the oracle compares the number in a response with the last number acknowledged when the
 * read started, and with the last number sent when it ended.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { volume } from '#tests/kit/volume.ts'

/** A number that grows by one with each change. */
export interface Counter {
  sent: number
  answered: number
  /** When the latest change was acknowledged, by `performance.now()`. */
  answeredAt: number
}

export function createCounter(value: number): Counter {
  return { sent: value, answered: value, answeredAt: 0 }
}

export async function change(
  counter: Counter,
  write: (value: number) => Promise<void>,
): Promise<void> {
  counter.sent += 1
  await write(counter.sent)
  counter.answered = counter.sent
  counter.answeredAt = performance.now()
}

/** One place where the shop shows a counter. */
export interface View {
  name: string
  counter: Counter
  read(): Promise<number>
}

/** Milliseconds between two reads of a view. */
const REST_MS = volume(5, 0)

/**
 * Reads all views repeatedly while `work` runs, and once more after its end.
 * @param graceMs how long a change may take to become visible, in milliseconds.
 * @returns a complaint for each wrong read.
 */
export async function watch(
  views: readonly View[],
  graceMs: number,
  work: () => Promise<void>,
): Promise<string[]> {
  const complaints: string[] = []
  let isOver = false
  const watching = views.map(async (view) => {
    while (!isOver) {
      complaints.push(...(await check(view, graceMs)))
      // Without a pause, reads from memory would leave no time for the changes.
      await pause(REST_MS)
    }
    complaints.push(...(await check(view, graceMs)))
  })
  try {
    await work()
    await pause(graceMs)
  } finally {
    isOver = true
  }
  await Promise.all(watching)
  return complaints
}

/** @returns a complaint if the read showed less than was acknowledged `graceMs` before it, or more than was sent */
async function check({ name, counter, read }: View, graceMs: number): Promise<string[]> {
  const { answered, answeredAt } = counter
  const isSettled = performance.now() - answeredAt >= graceMs
  const shown = await read()
  if ((!isSettled || shown >= answered) && shown <= counter.sent) return []
  return [`${name} showed ${shown} when ${answered} had been acknowledged`]
}

/** The control: a cache that is never invalidated. */
export function withMemory<Answer>(
  ask: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>()
  return (key) => {
    const found = known.get(key) ?? ask(key)
    known.set(key, found)
    return found
  }
}

export async function call(
  at: { url: string },
  method: string,
  path: string,
  token?: string,
  body?: unknown,
) {
  const answer = await fetch(at.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
