import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import type { Database } from '../../platform/db/database.ts'
import { createSessions, type SessionSignals } from './sessions.ts'

const RELIABLE: SessionSignals = {
  on() {},
  send: async () => {},
  reliable: () => true,
  onReliable() {},
}

describeShop('a look-up that began before the session ended', (shop) => {
  it('is not cached after it', async () => {
    const { token } = await shop.customer()
    const caller = await createSessions(shop.db, RELIABLE).authenticate(token)
    if (!caller) throw new Error('the customer is not signed in')
    const { db, isHeld, release } = holdNextResult(shop.db)
    const sessions = createSessions(db, RELIABLE)
    const lookUp = sessions.authenticate(token)
    await isHeld

    await sessions.end(caller)
    release()

    await lookUp
    expect(await sessions.authenticate(token)).toBeNull()
  })
})

/** The database, with the first query result held back until released. */
function holdNextResult(db: Database) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const run = db.run.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      held.resolve()
      await released.promise
      return result
    },
  })
  return { db: { ...db, run }, isHeld: held.promise, release: () => released.resolve() }
}
