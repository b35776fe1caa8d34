/**
 * A database that checks the result of each `sql<Row>` template against its row type: columns and their types from the
 * result's description, nullability from the returned rows. Every test that runs a statement also tests its row type.
 */
import type { KyselyPlugin, PostgresPool, PostgresPoolClient } from 'kysely'
import { createDatabase, type Database } from '#server/platform/db/database.ts'
import type { Engine } from '#server/platform/db/postgres.ts'
import { type RowType, type Template, textOf } from './row-types.ts'

interface Field {
  name: string
  dataTypeID: number
}

type Complain = (what: string) => void

/**
 * @param complain called for each difference between a statement's rows and their type.
 * @param saw called with each executed template
 */
export function checkedDatabase(
  engine: Engine,
  templates: readonly Template[],
  { complain, saw = () => {} }: { complain: Complain; saw?(template: Template): void },
): Database {
  const byText = Map.groupBy(templates, ({ text }) => text)
  const running = new WeakMap<object, readonly Template[]>()
  const fieldsOf = new WeakMap<object, readonly Field[]>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const found = node.kind === 'RawNode' && byText.get(textOf(node.sqlFragments))
      if (found) running.set(queryId, found)
      return node
    },
    async transformResult({ result, queryId }) {
      const fields = fieldsOf.get(result.rows)
      const candidates = (running.get(queryId) ?? []).map((template) => ({
        template,
        wrong: mismatches(template.row, fields ?? [], result.rows),
      }))
      // Templates can have the same text but different row types, because their columns are placeholders.
      const right = candidates.filter(({ wrong }) => wrong.length === 0)
      for (const { template, wrong } of right.length > 0 ? right : candidates) {
        saw(template)
        for (const what of wrong) complain(`${template.at}: ${what}`)
      }
      return result
    },
  }
  const connections = noting(engine.connections, (rows, fields) => fieldsOf.set(rows, fields))
  const db = createDatabase({ ...engine, connections })
  return { ...db, root: db.root.withPlugin(plugin), run: db.run.withPlugin(plugin) }
}

function mismatches(type: RowType, fields: readonly Field[], rows: readonly unknown[]): string[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return Object.entries(type).flatMap(([column, allowed]) => {
    const field = byName.get(column)
    if (!field) return allowed.includes('nothing') ? [] : [`there is no column "${column}"`]
    const kind = kindOf(field)
    if (!fits(kind, allowed)) return [`"${column}" is ${kind}, not ${allowed.join(' | ')}`]
    const mayBeNull = allowed.includes('null') || allowed.includes('anything')
    const isNull =
      !mayBeNull && rows.some((row) => (row as Record<string, unknown>)[column] === null)
    return isNull ? [`"${column}" is null, not ${allowed.join(' | ')}`] : []
  })
}

export function fits(kind: string, allowed: readonly string[]): boolean {
  if (allowed.includes('anything') || allowed.includes(kind)) return true
  return kind === 'json' && allowed.some((one) => one.endsWith('[]'))
}

/**
 * The kinds of values that the drivers and the shop's parsers return, with the OIDs of the corresponding PostgreSQL
 * types. Values of other types are returned as strings.
 */
const KINDS: ReadonlyArray<[kind: string, typeIds: readonly number[]]> = [
  ['boolean', [16]],
  ['bytes', [17]],
  // int8, int2, int4, oid, float4, float8
  ['number', [20, 21, 23, 26, 700, 701]],
  ['json', [114, 3802]],
  // date, timestamp, timestamptz
  ['Date', [1082, 1114, 1184]],
  ['number[]', [1005, 1007, 1021, 1022]],
  // text[], varchar[]
  ['string[]', [1009, 1015]],
  // int8[]: the element type depends on the driver.
  ['array of int8', [1016]],
]
const KIND_OF = new Map(KINDS.flatMap(([kind, ids]) => ids.map((id) => [id, kind])))

export function kindOf({ dataTypeID }: Field): string {
  return KIND_OF.get(dataTypeID) ?? 'string'
}

/** Wraps the pool to report the columns of each result, which Kysely does not pass on. */
function noting(
  pool: PostgresPool,
  note: (rows: object, fields: readonly Field[]) => void,
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const query = async (...asked: [string, readonly unknown[]]) => {
        const result = await client.query(...asked)
        const { fields } = result as { fields?: readonly Field[] }
        if (fields) note(result.rows, fields)
        return result
      }
      return Object.assign(Object.create(client), { query }) as PostgresPoolClient
    },
  }
}
