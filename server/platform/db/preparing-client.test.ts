/** A connection's own time limit, for servers that disappear silently. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#tests/kit/databases.ts'
import { PreparingClient, STATEMENT_MS } from './preparing-client.ts'

const TOO_LONG_MS = STATEMENT_MS + 1_000
/**
 * A statement that exceeds the client's limit. Unlike the shop's connections, these tests' client sets no limit on the
 * server.
 */
const SILENCE = 'select pg_sleep(60)'

describe('a connection to PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let client: PreparingClient

  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true })
  })
  afterAll(() => database.drop())

  beforeEach(async () => {
    client = new PreparingClient(database.url)
    client.on('error', () => {})
    await client.connect()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  afterEach(async () => {
    vi.useRealTimers()
    await client.end().catch(() => {})
  })

  const expectLimit = async () => {
    const answer = client.query(SILENCE)
    vi.advanceTimersByTime(TOO_LONG_MS)
    await expect(answer).rejects.toThrow('Query read timeout')
    await expect(client.query('select 1')).rejects.toThrow('not queryable')
  }

  it('is closed when a statement is not answered, even after others were', async () => {
    expect((await client.query('select $1::integer as one', [1])).rows).toEqual([{ one: 1 }])
    await expect(client.query('select nonsense')).rejects.toThrow('does not exist')

    await expectLimit()
  })

  it('is closed so after a long idle time', async () => {
    await client.query('select 1')
    vi.advanceTimersByTime(TOO_LONG_MS)
    await client.query('select 1')
    vi.advanceTimersByTime(TOO_LONG_MS)

    await expectLimit()
  })

  it('is closed so after a value that cannot be serialized', async () => {
    const value = {
      toPostgres() {
        throw new Error('no value')
      },
    }
    await expect(client.query('select $1::text', [value])).rejects.toThrow('no value')
    await client.query('select 1')

    await expectLimit()
  })

  it('reports to callers with a callback, too', async () => {
    const answer = new Promise((resolve) => {
      client.query(SILENCE, (error: Error) => resolve(error.message))
    })
    vi.advanceTimersByTime(TOO_LONG_MS)

    expect(await answer).toBe('Query read timeout')
  })

  it('waits for a statement that lifted the limit', async () => {
    await client.query('set statement_timeout = 0')
    const answer = client.query('select pg_sleep(0.1)')
    vi.advanceTimersByTime(10 * TOO_LONG_MS)

    expect((await answer).rows).toHaveLength(1)
    await client.query('reset statement_timeout')
    await expectLimit()
  })
})
