import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DatabaseLine } from '#tests/kit/database-line.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createDatabase, type Database } from './database.ts'
import { CHANNEL, openPostgres } from './postgres.ts'

const NAME = 'listener-test'

describeShop('the listener of a process', (shop) => {
  let line: DatabaseLine
  let db: Database

  beforeAll(async () => {
    line = await DatabaseLine.open(shop.db, NAME)
    db = createDatabase(await openPostgres(line.url))
  })

  afterAll(async () => {
    await db.close()
    await line.set('refuse')
  })

  // As signals are, since the shop hears them too.
  const signal = (topic: string) => JSON.stringify({ topic })
  const notify = (topic: string) => shop.sql`select pg_notify(${CHANNEL}, ${signal(topic)})`

  it('reconnects, however often it was refused', async () => {
    const heard: string[] = []
    await db.engine.listen((payload) => heard.push(payload))

    await line.set('refuse')
    await expect.poll(() => db.engine.listening()).toBe(false)
    // Waits long enough for two rejected attempts to reconnect.
    await pause(1_100)
    await line.set('none')
    await expect.poll(() => db.engine.listening(), { timeout: 60_000 }).toBe(true)
    await pause(600)
    await notify('once')
    await notify('last')

    await expect.poll(() => heard.at(-1)).toBe(signal('last'))
    expect(heard).toEqual([signal('once'), signal('last')])
    const rows = await shop.sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where application_name = ${NAME} and query like 'listen%'`
    expect(rows).toEqual([{ count: 1 }])
  })

  it('outlives a receiver that throws, and so do the other receivers', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const heard: string[] = []
    await db.engine.listen(() => {
      throw new Error('not this one')
    })
    await db.engine.listen((payload) => heard.push(payload))

    await notify('nonsense')

    await expect.poll(() => heard).toEqual([signal('nonsense')])
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('not this one'))
    warned.mockRestore()
  })
})
