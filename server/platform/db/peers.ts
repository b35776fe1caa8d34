/**
 * Tracks the other processes on the same database, and whether they have received what this one sent. PostgreSQL
 * delivers notifications in commit order, so a process that answers a question has received everything sent before it.
 */
import { randomUUID } from 'node:crypto'
import { createBatcher } from '../concurrency/batcher.ts'
import type { OpenSignals } from './signals.ts'

const TOPIC = 'peers'
/**
 * How long to wait for a process that does not answer. By then, it has either exited, so that this wait happens only
 * once, or noticed that it receives no messages and stopped serving cached responses (response-cache.ts).
 */
const ANSWER_MS = 1_000
/** A late process that sends nothing for this long is assumed to have exited. */
const LATE_KNOWN_MS = 60_000

type Message =
  | { kind: 'hello' | 'here' | 'bye'; from: string }
  | { kind: 'ask'; from: string; question: number }
  | { kind: 'heard'; from: string; to: string; question: number }

interface Asked {
  /** When the question was first asked, in milliseconds on this process's clock; also identifies the question. */
  question: number
  waiting: Set<string>
  done(): void
}

export interface Peers {
  /** The number of other processes, including late ones, which are not waited for. */
  count(): number
  /**
   * Resolves once the other processes have received everything sent before the call, or after at most a second, or two
   * if another wait is in progress. Does not wait for processes that were already late.
   */
  caughtUp(): Promise<void>
  /** Makes the other processes stop waiting for this one. */
  leave(): Promise<void>
}

/** @param warn receives the errors of messages that could not be sent. */
export async function joinPeers(
  signals: OpenSignals,
  warn: (error: unknown, what: string) => void,
): Promise<Peers> {
  const self = randomUUID()
  const peers = new Set<string>()
  /**
   * Processes that did not answer in time, and when each last sent anything. They are asked but not waited for, because
   * a single slow process would delay every change.
   */
  const late = new Map<string, number>()
  let asked: Asked | null = null
  let hasLeft = false

  const count = () => peers.size + late.size

  /** Nothing is sent after the goodbye, or the other processes would wait for this one again. */
  async function send(message: Message): Promise<void> {
    if (hasLeft) return
    await signals
      .notify(TOPIC, message)
      .catch((error) => warn(error, 'a message to the other processes could not be sent'))
  }

  function receive(message: Message): void {
    const { kind, from } = message
    if (from === self) return
    if (late.has(from)) late.set(from, performance.now())
    if (kind === 'bye') forget(from)
    else if (kind === 'heard') receiveAnswer(message)
    else if (kind !== 'ask' || !late.has(from)) waitFor(from)
    if (kind === 'hello') void send({ kind: 'here', from: self })
    // Asks again, because the question or its answer may have been lost before both processes were listening.
    if ((kind === 'hello' || kind === 'here') && asked?.waiting.has(from)) sendQuestion(asked)
    if (kind === 'ask') {
      void send({ kind: 'heard', from: self, to: from, question: message.question })
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

  function receiveAnswer({ from, to, question }: Message & { kind: 'heard' }): void {
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

  function sendQuestion({ question }: Asked): void {
    void send({ kind: 'ask', from: self, question })
  }

  async function ask(): Promise<void> {
    if (hasLeft || count() === 0) return
    const { promise, resolve: done } = Promise.withResolvers<void>()
    asked = { question: performance.now(), waiting: new Set(peers), done }
    // Lets messages that arrived while this process was busy be handled before the timeout takes effect.
    const timer = setTimeout(() => setImmediate(done), ANSWER_MS)
    sendQuestion(asked)
    if (asked.waiting.size > 0) await promise
    clearTimeout(timer)
    const { waiting } = asked
    asked = null
    // If this process may be missing messages, a missing answer does not mean that the other is late.
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

  signals.on(TOPIC, (payload) => receive(payload as Message))
  signals.onReliable((isReliable) => {
    if (isReliable) void send({ kind: 'hello', from: self })
  })
  await send({ kind: 'hello', from: self })

  return {
    count,
    caughtUp: async () => void (count() > 0 && (await batchedAsk([]))),
    async leave() {
      const bye = send({ kind: 'bye', from: self })
      hasLeft = true
      await bye
    },
  }
}
