/** Figures about a database's contents, to compare a backup with what is restored from it. */
import pg from 'pg'

/** Runs one statement without parameters. */
export type Query = (statement: string) => Promise<Array<Record<string, unknown>>>

export interface Contents {
  /** Names of the migrations that ran, in order. */
  migrations: string[]
  /** Rows of every table by its name. */
  rows: Record<string, number>
}

/** Counts exactly: call it inside the snapshot that is copied. */
export async function readContents(query: Query): Promise<Contents> {
  const tables = (await query(TABLES)).map(({ name }) => String(name))
  if (!tables.includes('kysely_migration')) return { migrations: [], rows: {} }
  const counts = await query(
    tables
      .map(
        (name) =>
          `select ${pg.escapeLiteral(name)} as name, count(*)::float8 as count
           from public.${pg.escapeIdentifier(name)}`,
      )
      .join(' union all '),
  )
  const migrations = await query('select name from kysely_migration order by name')
  return {
    migrations: migrations.map(({ name }) => String(name)),
    rows: Object.fromEntries(counts.map(({ name, count }) => [String(name), Number(count)])),
  }
}

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE'
  order by table_name`

/** Whether the database holds anything worth keeping. */
export function holdsShop({ rows }: Contents): boolean {
  return ['app_user', 'product', 'orders'].some((table) => (rows[table] ?? 0) > 0)
}
