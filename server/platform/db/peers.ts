/**
 * The other processes on the same database, and whether they have heard what this one sent.
 * PostgreSQL delivers notifications in the order of their commits: a process that answers a question
 * has heard all that was sent before it.
 */
import { randomUUID } from 'node:crypto'
import { createBatcher } from '../concurrency/batcher.ts'
import type { OpenSignals } from './signals.ts'

const TOPIC = 'peers'
/**
 * For a process that does not answer. It has ended, and waiting was in vain once; or it hears nothing
 * any more, knows that, and by now serves nothing from before (response-cache.ts).
 */
const ANSWER_MS = 1_000
/** Who was late and said nothing for this long has ended. */
const LATE_KNOWN_MS = 60_000

type Message =
  | { kind: 'hello' | 'here' | 'bye'; from: string }
  | { kind: 'ask'; from: string; question: number }
  | { kind: 'heard'; from: string; to: string; question: number }

interface Asked {
  /** When it was first asked, by this process's clock; no two are alike. */
  question: number
  /** Those who did not answer yet. */
  waiting: Set<string>
  done(): void
}

export interface Peers {
  /** How many others are known, those that are not waited for included. */
  count(): number
  /**
   * Resolves when every other process has heard what was sent before: within a second in any case,
   * or two when others are being waited for at the moment.
   */
  caughtUp(): Promise<void>
  /** The others wait for this process no longer. */
  leave(): Promise<void>
}

/** For a database that only this process can have open. */
export const NO_PEERS: Peers = {
  count: () => 0,
  caughtUp: async () => {},
  leave: async () => {},
}

/** @param warn hears of messages that could not be sent. */
export async function joinPeers(
  signals: OpenSignals,
  warn: (error: unknown, what: string) => void,
): Promise<Peers> {
  const self = randomUUID()
  const peers = new Set<string>()
  /**
   * Those who did not answer in time, and when they were last heard of. They are asked and not waited
   * for, or one slow process would make every change wait.
   */
  const late = new Map<string, number>()
  let asked: Asked | null = null
  let hasLeft = false

  const count = () => peers.size + late.size

  /** Nothing after the good-bye, or the others would wait for this process again. */
  async function say(message: Message): Promise<void> {
    if (hasLeft) return
    await signals
      .notify(TOPIC, message)
      .catch((error) => warn(error, 'other processes do not hear'))
  }

  function hear(message: Message): void {
    const { kind, from } = message
    if (from === self) return
    if (late.has(from)) late.set(from, performance.now())
    if (kind === 'bye') forget(from)
    else if (kind === 'heard') hearAnswer(message)
    else if (kind !== 'ask' || !late.has(from)) waitFor(from)
    if (kind === 'hello') void say({ kind: 'here', from: self })
    // One of the two was not listening: question or answer may be lost.
    if ((kind === 'hello' || kind === 'here') && asked?.waiting.has(from)) sayQuestion(asked)
    if (kind === 'ask') {
      void say({ kind: 'heard', from: self, to: from, question: message.question })
    }
  }

  function waitFor(peer: string): void {
    peers.add(peer)
    late.delete(peer)
  }

  function forget(peer: string): void {
    peers.delete(peer)
    late.delete(peer)
    noteHeard(peer)
  }

  function hearAnswer({ from, to, question }: Message & { kind: 'heard' }): void {
    if (to !== self) return
    const isAsked = question === asked?.question
    if (isAsked || performance.now() - question < ANSWER_MS) waitFor(from)
    else if (!peers.has(from)) late.set(from, performance.now())
    if (isAsked) noteHeard(from)
  }

  function noteHeard(peer: string): void {
    asked?.waiting.delete(peer)
    if (asked?.waiting.size === 0) asked.done()
  }

  function sayQuestion({ question }: Asked): void {
    void say({ kind: 'ask', from: self, question })
  }

  async function ask(): Promise<void> {
    if (hasLeft || count() === 0) return
    const { promise, resolve: done } = Promise.withResolvers<void>()
    asked = { question: performance.now(), waiting: new Set(peers), done }
    // What has arrived while this process itself was busy is taken before the time is up.
    const timer = setTimeout(() => setImmediate(done), ANSWER_MS)
    sayQuestion(asked)
    if (asked.waiting.size > 0) await promise
    clearTimeout(timer)
    const { waiting } = asked
    asked = null
    // While this process hears nothing it cannot judge.
    if (signals.reliable()) for (const peer of waiting) noteLate(peer)
    forgetEnded()
  }

  function noteLate(peer: string): void {
    peers.delete(peer)
    late.set(peer, performance.now())
  }

  function forgetEnded(): void {
    for (const [peer, heardAt] of late) {
      if (performance.now() - heardAt > LATE_KNOWN_MS) late.delete(peer)
    }
  }

  const batchedAsk = createBatcher<never, never>(async () => {
    await ask()
    return new Map<never, never>()
  })

  signals.on(TOPIC, (payload) => hear(payload as Message))
  signals.onReliable((isReliable) => {
    if (isReliable) void say({ kind: 'hello', from: self })
  })
  await say({ kind: 'hello', from: self })

  return {
    count,
    caughtUp: async () => void (count() > 0 && (await batchedAsk([]))),
    async leave() {
      const bye = say({ kind: 'bye', from: self })
      hasLeft = true
      await bye
    },
  }
}
