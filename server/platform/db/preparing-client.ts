/** A `pg` client that prepares each distinct statement once per connection, and waits for none too long. */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements built from user-chosen filters vary; beyond this many the rest stay unprepared. */
const STATEMENTS_MAX = 400

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= STATEMENTS_MAX) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/** The server's own limit of time for a statement, unless a transaction asks for another. */
export const STATEMENT_MS = 5_000

/** A server that is gone without a word keeps no limit: then the client's ends the waiting. */
const ANSWER_MS = STATEMENT_MS + 500

const ASKS_FOR_TIME = /^\s*set (local )?statement_timeout/i
const ENDS_IT = /^\s*(commit|rollback|reset statement_timeout)/i

/**
 * Planning costs more than running for the shop's short statements. Statements without
 * parameters (BEGIN, migrations) go the simple way, where several may stand in one text.
 *
 * A connection whose answer did not come in time is closed: the driver would go on using it, and
 * every next statement would wait behind the one that was never answered.
 */
export class PreparingClient extends pg.Client {
  /** Inside what may take as long as it takes: migrations, filling the demo, closing days. */
  #hasTime = false

  override query = ((config: unknown, values?: unknown, callback?: unknown) => {
    const query = super.query as Query
    if (typeof config !== 'string') return query.call(this, config, values, callback)
    if (ASKS_FOR_TIME.test(config)) this.#hasTime = true
    if (ENDS_IT.test(config)) this.#hasTime = false
    const isPrepared = Array.isArray(values) && values.length > 0
    const name = isPrepared ? nameOf(config) : undefined
    const statement = {
      text: config,
      ...(name && { name }),
      ...(Array.isArray(values) && { values }),
      ...(!this.#hasTime && { query_timeout: ANSWER_MS }),
    }
    // The driver takes the callback in the place of the values.
    const result = query.call(this, statement, typeof values === 'function' ? values : callback)
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.connection.stream.destroy()
      })
    }
    return result
  }) as typeof pg.Client.prototype.query
}
