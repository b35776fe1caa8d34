/** PGlite's one connection as a pool of one: whoever wants it stands in line. */
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { createStatements, type Statements } from './pglite-statements.ts'
import { tooManyWait, WAITING_MAX } from './waiting.ts'

/** What Kysely's dialect for PostgreSQL asks of a pool, so that both engines are driven alike. */
export class PGlitePool implements PostgresPool {
  readonly options = {}
  readonly #pglite: PGlite
  readonly #statements: Statements
  /** Who comes first is served first. */
  readonly #line: Array<() => void> = []
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

  /** @throws with PostgreSQL's code for it when too many wait already. */
  async connect(): Promise<PostgresPoolClient> {
    if (this.#line.length >= WAITING_MAX) throw tooManyWait()
    await this.#take()
    return {
      // Kysely's other way of asking is by cursor, which its dialect is not set up for.
      query: this.#statements.run as unknown as PostgresPoolClient['query'],
      release: () => this.#release(),
    }
  }

  /** Runs what asks the instance itself, while nothing else runs on it. Waits however many wait. */
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

  async #take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((served) => this.#line.push(served))
    else this.#isTaken = true
  }

  /**
   * Nothing here ever waits for a file or a socket: without a turn of the event loop in between,
   * a loop of statements would keep the server from reading a single request.
   */
  #release(): void {
    setImmediate(() => {
      const next = this.#line.shift()
      if (next) next()
      else this.#isTaken = false
    })
  }
}
