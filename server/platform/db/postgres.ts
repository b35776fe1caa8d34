/** Connections to a PostgreSQL server, version 15 or later: a pool, and one for LISTEN. */
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { StartError } from '../start-error.ts'
import { PreparingClient, STATEMENT_MS } from './preparing-client.ts'
import { tooManyWait, WAIT_MS, WAITING_MAX } from './waiting.ts'

export const POOL_SIZE = 10
/** The one channel of LISTEN/NOTIFY; what is sent on it names its topic (signals.ts). */
export const CHANNEL = 'barq_signals'

type Receive = (payload: string) => void

export interface Engine {
  connections: PostgresPool
  /** Calls `receive` with the payload of every notification on `CHANNEL`, from any process. */
  listen(receive: Receive): Promise<void>
  /**
   * Notifies all listeners outside any transaction. Uses the listening connection, or a pooled one if that is lost or
   * fails. The payload may have up to 7,999 bytes.
   */
  notify(payload: string): Promise<void>
  /** False while notifications may be missed, so that caches depending on them must not be used. */
  listening(): boolean
  /** Calls `listener` with the new value whenever `listening()` changes. */
  onListening(listener: (isListening: boolean) => void): void
  pool(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/**
 * Connects immediately, so that a failure surfaces here rather than at the first request.
 * @throws StartError if the server cannot be reached or refuses the connection.
 */
export async function openPostgres(databaseUrl: string): Promise<Engine> {
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: WAIT_MS,
    types: { getTypeParser },
    // Nothing may hold a lock, a connection or a request forever.
    options: [
      '-c lock_timeout=2000',
      `-c statement_timeout=${STATEMENT_MS}`,
      '-c idle_in_transaction_session_timeout=10000',
      '-c timezone=UTC',
      // JIT only pays off for reports over millions of rows; the shop's statements are short.
      '-c jit=off',
    ].join(' '),
  }
  const pool = new BoundedPool({ ...settings, max: POOL_SIZE, Client: PreparingClient })
  ignoreLostConnections(pool)
  await pool.query('select 1').catch(async (error: Error) => {
    await pool.end()
    throw new StartError(`the database does not respond: ${error.message}`)
  })
  const listener = createListener(settings, pool)
  return {
    connections: pool,
    listen: listener.listen,
    notify: listener.notify,
    listening: listener.isListening,
    onListening: listener.onListening,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

class BoundedPool extends pg.Pool {
  override connect = ((callback?: never) => {
    if (this.waitingCount < WAITING_MAX) return super.connect(callback as never)
    if (!callback) return Promise.reject(tooManyWait())
    ;(callback as (error: Error) => void)(tooManyWait())
  }) as pg.Pool['connect']
}

const { INT8 } = pg.types.builtins

/**
 * Parses a 64-bit integer (an id, a sum, a count) as a number.
 * @throws RangeError beyond ±(2^53 - 1), where digits would be lost.
 */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the integer ${text} is too large for a JavaScript number`)
  return value
}

/** The driver's own parsers, except for 64-bit integers, which it would return as strings. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

/**
 * Without these listeners, the process would crash when the server closes a connection, idle or in use. A query running
 * on that connection still fails, and the pool opens another connection.
 */
function ignoreLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
}

/** Calls every receiver, even if one throws. An uncaught error would end the process before the others are called. */
function receiveEach(payload: string, receivers: readonly Receive[]): void {
  for (const receive of receivers) {
    try {
      receive(payload)
    } catch (error) {
      const reason = error instanceof Error ? error.stack : String(error)
      process.emitWarning(`a notification on ${CHANNEL} could not be handled: ${reason}`)
    }
  }
}

const NOTIFY = 'select pg_notify($1, $2)'
const RECONNECT_AFTER_MS = 500
/** How often to check the listening connection, which may have been lost without notice. */
const HEARTBEAT_MS = 5_000

/** A separate connection for LISTEN, opened on first use and reopened when lost. */
function createListener(settings: pg.ClientConfig, pool: pg.Pool) {
  const receivers: Receive[] = []
  /** The open or opening connection; null before the first use, and after a loss until the next attempt. */
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let connected = false
  const listeners: Array<(isListening: boolean) => void> = []
  /** The open connection's queue. Queries waiting for a lost connection are dropped with it. */
  let oneAtATime = createSemaphore({ max: 1 })
  const heartbeat = setInterval(() => {
    const client = current
    // Repeating LISTEN has no effect; it only checks that the server responds.
    if (client && connected) listenOn(client).catch(() => lose(client))
  }, HEARTBEAT_MS)
  heartbeat.unref()

  function listenOn(client: pg.Client): Promise<unknown> {
    return oneAtATime(() => client.query(`listen ${CHANNEL}`))
  }

  async function connect(): Promise<void> {
    clearTimeout(timer)
    const next = new PreparingClient(settings)
    current = next
    oneAtATime = createSemaphore({ max: 1 })
    next.on('error', () => {})
    next.on('end', () => lose(next))
    next.on('notification', ({ payload }) => {
      if (next === current) receiveEach(payload ?? '', receivers)
    })
    try {
      await next.connect()
      await listenOn(next)
      if (next === current) setConnected(true)
    } catch (error) {
      lose(next)
      throw error
    }
  }

  /**
   * May be called twice for a lost connection: when it ends and when a query fails. Only the first call takes effect.
   */
  function lose(client: pg.Client): void {
    if (client !== current) return
    current = null
    if (connected) setConnected(false)
    client.end().catch(() => {})
    if (!closed) timer = setTimeout(reconnect, RECONNECT_AFTER_MS).unref()
  }

  function setConnected(isListening: boolean): void {
    connected = isListening
    for (const listener of listeners) listener(isListening)
  }

  function reconnect(): void {
    if (!closed && !current) connect().catch(() => {})
  }

  return {
    async listen(receive: Receive): Promise<void> {
      if (receivers.push(receive) === 1) await connect()
    },
    async notify(payload: string): Promise<void> {
      const client = connected && current
      const values = [CHANNEL, payload]
      // Only a failed send reveals that a connection has just ended or gone dead. If the notification was sent despite
      // the failure, it is received twice.
      const isSent =
        client &&
        (await oneAtATime(() => client.query(NOTIFY, values)).then(
          () => true,
          () => false,
        ))
      if (!isSent) await pool.query(NOTIFY, values)
    },
    isListening: () => connected,
    onListening: (listener: (isListening: boolean) => void) => void listeners.push(listener),
    async close(): Promise<void> {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(timer)
      await current?.end()
    },
  }
}
