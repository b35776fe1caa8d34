/** PGlite's one connection as a pool of one: whoever wants it stands in line. */
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { createWaitQueue } from '../concurrency/wait-queue.ts'
import { createStatements, type Statements } from './pglite-statements.ts'
import { tooManyWait, WAIT_FOR_THE_ONLY_MS, WAITING_MAX, waitedTooLong } from './waiting.ts'

/** What Kysely asks of a pool of PostgreSQL's, so that both engines are driven alike. */
export class PGlitePool implements PostgresPool {
  readonly options = {}
  readonly #pglite: PGlite
  readonly #statements: Statements
  readonly #line = createWaitQueue(waitedTooLong)
  #isTaken = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#statements = createStatements(pglite)
  }

  get idle(): number {
    return this.#isTaken ? 0 : 1
  }

  get waiting(): number {
    return this.#line.length
  }

  /** @throws with PostgreSQL's code for it when too many wait already, `ETIMEDOUT` after a while. */
  async connect(): Promise<PostgresPoolClient> {
    if (this.#line.length >= WAITING_MAX) throw tooManyWait()
    await this.#take(WAIT_FOR_THE_ONLY_MS)
    return {
      // Kysely's other way of asking is by cursor, which its dialect is not set up for.
      query: this.#statements.run as unknown as PostgresPoolClient['query'],
      release: () => this.#release(),
    }
  }

  /** Runs what asks the instance itself, while nothing else runs on it. Waits as long as it takes. */
  async exclusively<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    await this.#take()
    try {
      return await work(this.#pglite)
    } finally {
      this.#release()
    }
  }

  /** Waits for whoever is before it; who comes later finds the database closed. */
  async end(): Promise<void> {
    await this.exclusively(async (pglite) => {
      if (!pglite.closed) await pglite.close()
    })
  }

  async #take(waitMs?: number): Promise<void> {
    if (this.#isTaken) await this.#line.acquire(waitMs)
    else this.#isTaken = true
  }

  /**
   * Nothing here ever waits for a file or a socket: without a turn of the event loop in between,
   * a loop of statements would keep the server from reading a single request.
   */
  #release(): void {
    setImmediate(() => {
      if (!this.#line.release()) this.#isTaken = false
    })
  }
}
