/**
 * Runs statements on PGlite, each distinct one prepared once. PGlite's own `query()` parses and
 * plans every time, which takes longer than most of the shop's statements.
 */
import { type messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { isOutdatedPlan } from './sql-errors.ts'

const { serialize } = protocol

/** Statements built from user-chosen filters vary; the least recently used is evicted. */
export const STATEMENTS_MAX = 200

/** A plan is made for the table sizes of its time, and nothing here reports that they grew. */
export const PREPARED_FOR_MS = 60_000

export interface Statements {
  /** @throws PostgreSQL's error, with its code, constraint and detail. */
  run(text: string, values: readonly unknown[]): Promise<Results>
}

/** Describes a statement that the server holds under its name. */
interface Prepared {
  name: string
  /** Types of its parameters, as object ids. */
  types: number[]
  /** Its result columns, or that it has none. */
  columns: messages.BackendMessage[]
  until: number
}

/** The caller must have exclusive use of the connection. */
export function createStatements(pglite: PGlite): Statements {
  /** By text, the least recently used first. */
  const known = new Map<string, Prepared>()
  let named = 0
  /** Since the last change of a table's shape that may still be undone. */
  let isReshaped = false

  async function run(text: string, values: readonly unknown[]): Promise<Results> {
    if (!pglite.ready) throw closed()
    // As with the other engine: without parameters (BEGIN, migrations) the simple protocol is used.
    const result = values.length === 0 ? await runOnce(text) : await runPrepared(text, values)
    if (values.length === 0) await forgetReshaped(text)
    return result
  }

  async function runOnce(text: string): Promise<Results> {
    return toResult(await send(serialize.query(text)))
  }

  async function runPrepared(text: string, values: readonly unknown[]): Promise<Results> {
    try {
      return await execute(await prepare(text), values)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      await forgetAll()
      // A failed transaction takes no further statements; `inTransaction` runs all of it again.
      if (pglite.isInTransaction()) throw error
      return execute(await prepare(text), values)
    }
  }

  async function prepare(text: string): Promise<Prepared> {
    const found = known.get(text)
    known.delete(text)
    if (found && found.until > Date.now()) {
      known.set(text, found)
      return found
    }
    const name = `s${++named}`
    const answers = await send(
      ...forget(found ?? (known.size < STATEMENTS_MAX ? undefined : leastUsed())),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const prepared = {
      name,
      types: parse.parseDescribeStatementResults(answers),
      columns: answers.filter((answer) => answer.name === 'rowDescription'),
      until: Date.now() + PREPARED_FOR_MS,
    }
    known.set(text, prepared)
    return prepared
  }

  async function execute(statement: Prepared, params: readonly unknown[]): Promise<Results> {
    const values = params.map((value, at) => toText(value, statement.types[at] ?? 0))
    const answers = await send(
      serialize.bind({ statement: statement.name, values }),
      serialize.execute(),
      serialize.sync(),
    )
    return toResult([...statement.columns, ...answers])
  }

  /** Serializes a parameter as PGlite's own `query()` does. */
  function toText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    return pglite.serializers[type]?.(value) ?? String(value)
  }

  function toResult(answers: messages.BackendMessage[]): Results {
    return parse.parseResults(answers, pglite.parsers).at(-1) ?? { rows: [], fields: [] }
  }

  /** @throws the first error among the answers; the server skips the rest until the sync. */
  function send(...requests: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return pglite.execProtocolStream(Buffer.concat(requests))
  }

  /** Also after a transaction that changed a shape: it may have been rolled back. */
  async function forgetReshaped(text: string): Promise<void> {
    if (KEEPS_SHAPE.test(text) && !(isReshaped && ENDS.test(text))) return
    await forgetAll()
    isReshaped = pglite.isInTransaction()
  }

  async function forgetAll(): Promise<void> {
    const requests = [...known.values()].flatMap(forget)
    known.clear()
    if (requests.length > 0) await send(...requests, serialize.sync())
  }

  function leastUsed(): Prepared | undefined {
    const [first] = known
    if (first) known.delete(first[0])
    return first?.[1]
  }

  return { run }
}

function forget(statement: Prepared | undefined): Uint8Array[] {
  return statement ? [serialize.close({ type: 'S', name: statement.name })] : []
}

/** Statements that change no table's shape; any other is assumed to change one. */
const KEEPS_SHAPE =
  /^\s*(begin|start|savepoint|release|commit|rollback|set|reset|select|with|insert|update|delete)\b[^;]*;?\s*$/i
const ENDS = /^\s*(commit|rollback)\b/i

/** With PostgreSQL's code for a server that is shutting down. */
function closed(): Error {
  return Object.assign(new Error('the database is closed'), { code: '57P01' })
}
