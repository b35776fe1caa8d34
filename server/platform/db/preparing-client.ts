/** A `pg` client that prepares each distinct statement once per connection. */
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

/**
 * Planning costs more than running for the shop's short statements. Statements without
 * parameters (BEGIN, migrations) go the simple way, where several may stand in one text.
 *
 * A connection whose answer did not come in time is closed: the driver would go on using it, and
 * every next statement would wait behind the one that was never answered.
 */
export class PreparingClient extends pg.Client {
  override query = ((config: unknown, values?: unknown, callback?: unknown) => {
    const result = this.#prepared(config, values, callback)
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.connection.stream.destroy()
      })
    }
    return result
  }) as typeof pg.Client.prototype.query

  #prepared(config: unknown, values?: unknown, callback?: unknown): unknown {
    const query = super.query as Query
    if (typeof config === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(config)
      if (name) return query.call(this, { name, text: config, values }, callback)
    }
    return query.call(this, config, values, callback)
  }
}
