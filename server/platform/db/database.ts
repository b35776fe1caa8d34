/** The database: the PostgreSQL server at DATABASE_URL, or an embedded one in DATA_DIR. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { DatabaseSettings } from './db.settings.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { type Engine, openPostgres } from './postgres.ts'
import { isOutdatedPlan } from './sql-errors.ts'
import type { Tables } from './tables.ts'

/** Runs statements: the database itself or an open transaction. */
export type Handle = Kysely<Tables>

export type Tx = Transaction<Tables> & {
  /**
   * Runs `effect` after the commit, but not after a rollback. `inTransaction` awaits the promise returned by `effect`,
   * which must not reject: a retry would repeat the committed work.
   */
  afterCommit(effect: () => unknown): void
}

export interface Database {
  engine: Engine
  /** Runs individual statements. Throws if used inside a transaction of the same call chain. */
  run: Handle
  /** Used only by `inTransaction` and the migrator. */
  root: Handle
  close(): Promise<void>
}

/** The transaction around the current call chain, which may have already ended. */
const enclosing = new AsyncLocalStorage<{ ended: boolean }>()

/** @throws StartError if the database cannot be reached or the embedded database cannot be started. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const server = await openServer(settings)
  try {
    const engine = await openPostgres(server.url)
    return createDatabase({
      ...engine,
      async close() {
        await engine.close().finally(server.close)
      },
    })
  } catch (error) {
    await server.close()
    throw error
  }
}

/**
 * Starts the embedded server if it is used and not yet running; it then runs at least until `close` is called.
 * @returns the database server's URL and a `close` function.
 */
export async function openServer({ databaseUrl, dataDir }: DatabaseSettings): Promise<Embedded> {
  return databaseUrl ? { url: databaseUrl, close: async () => {} } : openEmbedded(dataDir)
}

export function createDatabase(engine: Engine): Database {
  const root = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: engine.connections }),
  })
  return {
    engine,
    root,
    run: root.withPlugin({
      transformQuery({ node }) {
        refuseInsideTransaction()
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    close: () => engine.close(),
  }
}

/** A statement on the database's own handle would silently run outside the open transaction. */
function refuseInsideTransaction(): void {
  if (enclosing.getStore()?.ended === false) {
    throw new Error('the database handle was used inside a transaction: pass tx instead')
  }
}

/**
 * Runs `work` in a transaction, retrying up to twice after a deadlock, serialization failure, lock timeout or outdated
 * plan. Transactions do not nest.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return attempt(() => once(db, work), AGAIN)
}

/** Runs `read` in a read-only transaction whose statements all see the same snapshot. */
export function inSnapshot<T>(db: Database, read: (tx: Handle) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return read(tx)
  })
}

/**
 * Runs a single statement outside any transaction, retrying up to twice after a deadlock, serialization failure or
 * outdated plan, but not after a lock timeout: under load, the retries would hold their connection for three times as
 * long.
 */
export function withRetries<T>(statement: () => Promise<T>): Promise<T> {
  return attempt(statement, ENDED_FOR_ANOTHER)
}

/** PostgreSQL's error codes for a serialization failure and a deadlock; `AGAIN` adds the one for a lock timeout. */
const ENDED_FOR_ANOTHER: ReadonlySet<string> = new Set(['40001', '40P01'])
const AGAIN: ReadonlySet<string> = new Set([...ENDED_FOR_ANOTHER, '55P03'])

const ATTEMPTS = 3
/** The maximum random delay before a retry. Without one, two transactions that collided would collide again. */
const PAUSE_MAX_MS = 20

async function attempt<T>(work: () => Promise<T>, codes: ReadonlySet<string>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      const isPassing = codes.has((error as { code?: string }).code ?? '') || isOutdatedPlan(error)
      if (failures === ATTEMPTS || !isPassing) throw error
      await pause(randomInt(1, PAUSE_MAX_MS))
    }
  }
}

async function once<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  refuseInsideTransaction()
  const scope = { ended: false }
  const effects: Array<() => unknown> = []
  try {
    const result = await db.root.transaction().execute((transaction) => {
      const tx: Tx = Object.assign(transaction, {
        afterCommit: (effect: () => unknown) => void effects.push(effect),
      })
      return enclosing.run(scope, () => work(tx))
    })
    scope.ended = true
    await Promise.all(effects.map((effect) => effect()))
    return result
  } finally {
    scope.ended = true
  }
}
