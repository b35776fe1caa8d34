/**
 * What clients sent and what they were answered, on the disk before it happens and as soon as it
 * has: the evidence that stored data is compared with after a crash.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Person } from '#tests/kit/shop.ts'

export interface Sent {
  id: number
  userId: number
  what: 'add' | 'order' | 'pay' | 'cancel' | 'rate' | 'restock' | 'confirm'
  method: 'POST'
  path: string
  body: unknown
  /** Of an order. */
  key?: string
  /** The order, or else the product, that it is about. */
  about?: number
}

export interface Answered {
  /** Of the request. */
  to: number
  status: number
  /** From sending to the whole answer. */
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: the oracle judges the shape
  body: any
}

export class ClientLog {
  readonly #file: string
  readonly #handle: number
  #last = 0

  constructor(file: string) {
    this.#file = file
    this.#handle = openSync(file, 'a')
  }

  /** Notes the request, sends it, notes the answer. @throws when none came. */
  async send(address: string, person: Person, request: Omit<Sent, 'id'>): Promise<Answered> {
    const id = ++this.#last
    this.#write({ id, ...request } satisfies Sent)
    const began = performance.now()
    const reply = await fetch(`${address}${request.path}`, {
      method: request.method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${person.token}`,
        ...(request.key && { 'idempotency-key': request.key }),
      },
      body: JSON.stringify(request.body),
      signal: AbortSignal.timeout(30_000),
    })
    const body = await reply.json()
    const answer = { to: id, status: reply.status, ms: performance.now() - began, body }
    this.#write(answer)
    return answer
  }

  #write(line: Sent | Answered): void {
    writeSync(this.#handle, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#handle)
  }

  /** As it is on the disk. */
  async read(): Promise<{ sent: Sent[]; answers: Map<number, Answered> }> {
    const lines = (await readFile(this.#file, 'utf8')).trimEnd().split('\n')
    const parsed: Array<Sent | Answered> = lines.filter(Boolean).map((line) => JSON.parse(line))
    const answers = parsed.filter((line): line is Answered => 'to' in line)
    return {
      sent: parsed.filter((line): line is Sent => 'id' in line),
      answers: new Map(answers.map((answer) => [answer.to, answer])),
    }
  }

  close(): void {
    closeSync(this.#handle)
  }
}
