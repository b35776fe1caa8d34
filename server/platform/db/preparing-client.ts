/** A `pg` client that prepares each distinct parameterized statement once and limits how long statements may take. */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** The maximum number of statements to prepare per connection. Each combination of filters is a separate statement. */
const STATEMENTS_MAX = 400

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/** The server's own time limit for a statement, unless a transaction sets a different one. */
export const STATEMENT_MS = 5_000

/**
 * How long the client waits for a response. It needs its own limit because a server that has disappeared enforces none.
 */
const ANSWER_MS = STATEMENT_MS + 500

const ASKS_FOR_TIME = /^\s*set (local )?statement_timeout/i
const ENDS_IT = /^\s*(commit|rollback|reset statement_timeout)/i

type Callback = (error: Error | null, result?: unknown) => void

/**
 * The shop's short statements take longer to plan than to run, so they are prepared. Statements without parameters
 * (BEGIN, migrations) use the simple protocol, which allows several statements in one string.
 *
 * A connection with an overdue response is closed. Otherwise, the driver would keep using it, and every further
 * statement would wait behind the unanswered one.
 *
 * The driver's own time limit and promises are not used: they kept each statement and its rows alive through minor
 * garbage collections, so that a major one ran every second.
 */
export class PreparingClient extends pg.Client {
  /**
   * Whether the server's time limit is currently overridden, as in migrations, the creation of demo data and daily
   * rollups.
   */
  #hasTime = false
  /** Names of the prepared statements, keyed by SQL. */
  readonly #names = new Map<string, string>()
  /** The number of pending statements that have a time limit. */
  #unanswered = 0
  #limit: NodeJS.Timeout | undefined

  override query = ((config: unknown, values?: unknown, callback?: unknown) => {
    const query = super.query as Query
    if (typeof config !== 'string') return query.call(this, config, values, callback)
    if (ASKS_FOR_TIME.test(config)) this.#hasTime = true
    if (ENDS_IT.test(config)) this.#hasTime = false
    const isPrepared = Array.isArray(values) && values.length > 0
    const name = isPrepared ? this.#nameOf(config) : undefined
    const statement = {
      text: config,
      ...(name && { name }),
      ...(Array.isArray(values) && { values }),
    }
    let isLimited = !this.#hasTime
    if (isLimited) this.#asked()
    const ask = (done: Callback) =>
      query.call(this, statement, (...answer: Parameters<Callback>) => {
        if (isLimited) this.#answered()
        // The driver calls back twice if it cannot serialize a value.
        isLimited = false
        done(...answer)
      })
    // The driver accepts the callback in place of the values.
    const done = typeof values === 'function' ? values : callback
    if (done) return ask(done as Callback)
    return new Promise((resolve, reject) => {
      ask((error, result) => (error ? reject(error) : resolve(result)))
    })
  }) as typeof pg.Client.prototype.query

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= STATEMENTS_MAX) return known
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }

  #asked(): void {
    this.#unanswered += 1
    if (this.#unanswered === 1) this.#startLimit()
  }

  #answered(): void {
    this.#unanswered -= 1
    if (this.#unanswered > 0) this.#startLimit()
  }

  #startLimit(): void {
    this.#limit ??= setTimeout(() => {
      if (this.#unanswered > 0) this.connection.stream.destroy(new Error('Query read timeout'))
    }, ANSWER_MS).unref()
    this.#limit.refresh()
  }
}
