import { afterEach, expect, it, vi } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { isUnavailable } from '../unavailable.ts'
import { inTransaction } from './database.ts'
import { POOL_SIZE } from './postgres.ts'
import { WAIT_MS, WAITING_MAX } from './waiting.ts'

describeShop('the wait queue for connections', (shop) => {
  let release = () => {}
  let holders: Promise<unknown>[] = []

  afterEach(() => {
    vi.useRealTimers()
    release()
  })

  /** Takes all connections and freezes time, so that waiting requests do not time out on a slow machine. */
  async function holdAll(): Promise<void> {
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const taken = Array.from(
      { length: POOL_SIZE },
      () =>
        new Promise<void>((isTaken) => {
          const work = async () => {
            isTaken()
            await released
          }
          holders = [...holders, inTransaction(shop.db, work)]
        }),
    )
    await Promise.all(taken)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  }

  const read = (n: number) =>
    shop.sql<{ n: number }>`select ${n}::integer as n`.then(([row]) => row?.n)

  it('is bounded, refuses the next at once, and serves everyone in it', async () => {
    await holdAll()
    const waiting = Array.from({ length: WAITING_MAX }, (_, n) => read(n))
    await expect.poll(() => shop.db.engine.pool().waiting).toBe(WAITING_MAX)

    await expect(read(-1)).rejects.toMatchObject({ code: '53300' })
    const answer = await shop.call('GET', '/api/products?search=phone')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)

    release()
    await Promise.all(holders)
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: WAITING_MAX }, (_, n) => n))
    expect(await read(1)).toBe(1)
  })

  it('times out for a waiter that was not served, and goes on for the others', async () => {
    await holdAll()
    const failure = read(1).catch((error: Error) => error)
    await expect.poll(() => shop.db.engine.pool().waiting).toBe(1)
    vi.advanceTimersByTime(WAIT_MS - 1)
    expect(shop.db.engine.pool().waiting).toBe(1)
    vi.advanceTimersByTime(1)
    expect(isUnavailable((await failure) as Error)).toBe(true)
    expect(shop.db.engine.pool().waiting).toBe(0)

    const next = read(2)
    release()
    await Promise.all(holders)
    expect(await next).toBe(2)
  })
})
