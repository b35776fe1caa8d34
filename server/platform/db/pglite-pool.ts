/** PGlite's one connection as a pool of one: its callers wait in a queue. */
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { createWaitQueue } from '../concurrency/wait-queue.ts'
import { createStatements, type Statements } from './pglite-statements.ts'
import { tooManyWait, WAIT_FOR_THE_ONLY_MS, WAITING_MAX, waitedTooLong } from './waiting.ts'

/** The part of a pool that Kysely's PostgreSQL dialect uses, so that both engines share it. */
export class PGlitePool implements PostgresPool {
  readonly options = {}
  readonly #pglite: PGlite
  readonly #statements: Statements
  readonly #queue = createWaitQueue(waitedTooLong)
  #isTaken = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#statements = createStatements(pglite)
  }

  get idle(): number {
    return this.#isTaken ? 0 : 1
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** @throws PostgreSQL's code for too many connections when the queue is full, or `ETIMEDOUT`. */
  async connect(): Promise<PostgresPoolClient> {
    if (this.#queue.length >= WAITING_MAX) throw tooManyWait()
    await this.#take(WAIT_FOR_THE_ONLY_MS)
    return {
      // Kysely can also ask by cursor, which its dialect is not set up for.
      query: this.#statements.run as unknown as PostgresPoolClient['query'],
      release: () => this.#release(),
    }
  }

  /** Runs `work` on the instance itself, with nothing else running. Waits as long as it takes. */
  async exclusively<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    await this.#take()
    try {
      return await work(this.#pglite)
    } finally {
      this.#release()
    }
  }

  /** Waits for the queries before it; later ones find the database closed. */
  async end(): Promise<void> {
    await this.exclusively(async (pglite) => {
      if (!pglite.closed) await pglite.close()
    })
  }

  async #take(waitMs?: number): Promise<void> {
    if (this.#isTaken) await this.#queue.acquire(waitMs)
    else this.#isTaken = true
  }

  /**
   * Nothing here ever waits for a file or a socket: unless it yields to the event loop, a loop of
   * statements would keep the server from reading a single request.
   */
  #release(): void {
    setImmediate(() => {
      if (!this.#queue.release()) this.#isTaken = false
    })
  }
}
