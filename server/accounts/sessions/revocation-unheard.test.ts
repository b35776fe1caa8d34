/** A4 of docs/reliability.md: a revoked token is rejected even by a process that missed the revocation. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DatabaseLine } from '#tests/kit/database-line.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { createDatabase, type Database } from '../../platform/db/database.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { openSignals } from '../../platform/db/signals.ts'
import { createSessions, type Sessions } from './sessions.ts'

describeShop('a token that is revoked while another process receives nothing', (shop) => {
  let line: DatabaseLine
  let otherDb: Database
  let here: Sessions
  let other: Sessions

  beforeAll(async () => {
    line = await DatabaseLine.open(shop.db, 'hears-nothing')
    otherDb = createDatabase(await openPostgres(line.url))
    here = createSessions(shop.db, await openSignals(shop.db))
    other = createSessions(otherDb, await openSignals(otherDb))
  })

  afterAll(async () => {
    await otherDb.close()
    await line.set('refuse')
  })

  it('is refused there, both then and after the connection returns', async () => {
    const { id, token } = await shop.customer()
    const caller = await other.authenticate(token)
    expect(caller).toMatchObject({ id })
    if (!caller) return

    const listener = await line.listener()
    listener.cut()
    await expect.poll(() => otherDb.engine.listening(), { interval: 1 }).toBe(false)
    expect(await here.end(caller)).toBe(true)
    await expect.poll(() => otherDb.engine.listening(), { interval: 1, timeout: 60_000 }).toBe(true)

    expect(await other.authenticate(token)).toBeNull()
  })
})
