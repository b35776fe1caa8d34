/** The database: a PostgreSQL server at DATABASE_URL, or the shop's own in DATA_DIR. */
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
   * Runs `effect` after the commit, and never after a rollback. `inTransaction` waits for the promise that `effect`
   * returns, which must not reject: a retry would repeat the committed work.
   */
  afterCommit(effect: () => unknown): void
}

export interface Database {
  engine: Engine
  /** For single statements. Throws if used inside a transaction of the same call chain. */
  run: Handle
  /** For `inTransaction` and the migrator only. */
  root: Handle
  close(): Promise<void>
}

/** The transaction around the current call chain; it may have ended already. */
const enclosing = new AsyncLocalStorage<{ ended: boolean }>()

/** @throws StartError if the database cannot be reached, or if the embedded database cannot be started. */
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
 * @returns the URL of the database server, and `close`. An embedded server is started first if it is not running, and
 * runs at least until `close`.
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

/** A statement on the database's own handle would silently run outside of the open transaction. */
function refuseInsideTransaction(): void {
  if (enclosing.getStore()?.ended === false) {
    throw new Error('the database handle was used inside a transaction: pass tx instead')
  }
}

/**
 * Runs `work` in one transaction, at most three times in all: it is retried after a deadlock, a serialization failure,
 * a lock timeout or an outdated plan. Transactions do not nest.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return attempt(() => once(db, work), AGAIN)
}

/** Runs `read` in a read-only transaction, in which all statements see the same snapshot. */
export function inSnapshot<T>(db: Database, read: (tx: Handle) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return read(tx)
  })
}

/**
 * Runs a single statement outside of any transaction, at most three times in all: it is retried after a deadlock, a
 * serialization failure or an outdated plan. It is not retried after a lock timeout: under load, retries would hold
 * their connection three times as long.
 */
export function withRetries<T>(statement: () => Promise<T>): Promise<T> {
  return attempt(statement, ENDED_FOR_ANOTHER)
}

/** PostgreSQL's codes for a serialization failure and a deadlock; `AGAIN` adds the code for a lock timeout. */
const ENDED_FOR_ANOTHER: ReadonlySet<string> = new Set(['40001', '40P01'])
const AGAIN: ReadonlySet<string> = new Set([...ENDED_FOR_ANOTHER, '55P03'])

const ATTEMPTS = 3
/** The longest random delay before a retry: without a delay, two transactions that collided would collide again. */
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
