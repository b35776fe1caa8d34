/**
 * The other processes on the same database, and whether they have heard what this one sent.
 * PostgreSQL delivers notifications in the order of their commits: a process that answers a question
 * has heard all that was sent before it.
 */
import { randomUUID } from 'node:crypto'
import { createTogether } from '../jobs/together.ts'
import type { OpenSignals } from './signals.ts'

const TOPIC = 'peers'
/**
 * For a process that does not answer. It has ended, and waiting was in vain once; or it hears nothing
 * any more, knows that, and by now serves nothing from before (response-cache.ts).
 */
const ANSWER_MS = 1_000

type Message =
  | { kind: 'hello' | 'here' | 'bye'; from: string }
  | { kind: 'ask'; from: string; question: number }
  | { kind: 'heard'; from: string; to: string; question: number }

interface Asked {
  question: number
  /** Those who did not answer yet. */
  waiting: Set<string>
  /** Those who said nothing at all since. */
  silent: Set<string>
  done(): void
}

export interface Peers {
  /** How many others are known. */
  count(): number
  /** Resolves when every other process has heard what was sent before; within a second in any case. */
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
  let asked: Asked | null = null
  let questions = 0

  const say = (message: Message) =>
    signals.notify(TOPIC, message).catch((error) => warn(error, 'other processes do not hear'))

  function hear(message: Message): void {
    const { kind, from } = message
    if (from === self) return
    asked?.silent.delete(from)
    if (kind === 'bye') peers.delete(from)
    else peers.add(from)
    if (kind === 'hello') void say({ kind: 'here', from: self })
    // One of the two was not listening: question or answer may be lost.
    if ((kind === 'hello' || kind === 'here') && asked?.waiting.has(from)) sayQuestion()
    if (kind === 'ask') {
      void say({ kind: 'heard', from: self, to: from, question: message.question })
    }
    if (kind === 'bye' || isAnswer(message)) noteHeard(from)
  }

  function isAnswer(message: Message): boolean {
    return message.kind === 'heard' && message.to === self && message.question === asked?.question
  }

  function noteHeard(peer: string): void {
    asked?.waiting.delete(peer)
    if (asked?.waiting.size === 0) asked.done()
  }

  function sayQuestion(): void {
    void say({ kind: 'ask', from: self, question: questions })
  }

  async function ask(): Promise<void> {
    if (peers.size === 0) return
    const { promise, resolve: done } = Promise.withResolvers<void>()
    const silent = new Set(peers)
    asked = { question: ++questions, waiting: new Set(peers), silent, done }
    const timer = setTimeout(done, ANSWER_MS)
    sayQuestion()
    await promise
    clearTimeout(timer)
    asked = null
    // Who is there after all is known again by its next message. While this process hears nothing
    // it cannot judge.
    if (signals.reliable()) for (const peer of silent) peers.delete(peer)
  }

  const askTogether = createTogether<never, never>(async () => {
    await ask()
    return new Map<never, never>()
  })

  signals.on(TOPIC, (payload) => hear(payload as Message))
  signals.onReliable((isReliable) => {
    if (isReliable) void say({ kind: 'hello', from: self })
  })
  await say({ kind: 'hello', from: self })

  return {
    count: () => peers.size,
    caughtUp: async () => void (peers.size > 0 && (await askTogether([]))),
    leave: () => say({ kind: 'bye', from: self }),
  }
}
