/**
 * A log of the clients' requests and the responses they received. Each request is on disk before it is sent, and each
 * response as soon as it arrives, so that the data stored after a crash can be compared with the log.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Person } from '#tests/kit/shop.ts'

export interface Sent {
  id: number
  userId: number
  what: 'add' | 'order' | 'pay' | 'cancel' | 'rate' | 'restock' | 'confirm'
  path: string
  body: unknown
  /** The idempotency key; only for orders. */
  key?: string
  /** The id of the order that the request concerns or, if none, of the product. */
  about?: number
}

export interface Answered {
  to: number
  status: number
  /** How long it took to receive the complete response, in milliseconds. */
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: the oracle checks the shape
  body: any
}

export class ClientLog {
  readonly #file: string
  readonly #handle: number
  readonly #taken = new Map<Sent['what'], number>()
  #last = 0

  constructor(file: string) {
    this.#file = file
    this.#handle = openSync(file, 'a')
  }

  /**
   * Logs the request, sends it and logs the response.
   * @throws if no response arrives within a minute, or if it is not JSON
   */
  async send(address: string, person: Person, request: Omit<Sent, 'id'>): Promise<Answered> {
    const id = ++this.#last
    this.#write({ id, ...request } satisfies Sent)
    const began = performance.now()
    const reply = await fetch(`${address}${request.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${person.token}`,
        ...(request.key && { 'idempotency-key': request.key }),
      },
      body: JSON.stringify(request.body),
      signal: AbortSignal.timeout(60_000),
    })
    const body = await reply.json()
    const answer = { to: id, status: reply.status, ms: performance.now() - began, body }
    this.#write(answer)
    if (reply.ok) this.#taken.set(request.what, this.taken(request.what) + 1)
    return answer
  }

  /** The number of acknowledged requests of this kind, not counting errors. */
  taken(what: Sent['what']): number {
    return this.#taken.get(what) ?? 0
  }

  #write(line: Sent | Answered): void {
    writeSync(this.#handle, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#handle)
  }

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
