import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createDatabase, type Database } from '../platform/db/database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { openSignals } from '../platform/db/signals.ts'
import { within } from '../testing/patience.ts'
import { describeShop } from '../testing/shop.ts'
import { createCatalogChanges, PRODUCT_LISTS_ID } from './catalog-changes.ts'
import { createChangeSharing } from './shared-changes.ts'

const fail = (error: unknown) => {
  throw error
}

describeShop(
  'changes between processes',
  (shop) => {
    let otherDb: Database
    let other: FastifyInstance

    beforeAll(async () => {
      // As another process has it: connections, prepared answers and an identity of its own.
      const { rows } = await sql<{ name: string; port: number }>`
        select current_database() as name, inet_server_port() as port`.execute(shop.db.read)
      const { name, port } = rows[0] ?? { name: '', port: 0 }
      otherDb = createDatabase(
        await openPostgres(`postgres://${await role(shop.db)}@127.0.0.1:${port}/${name}`),
      )
      other = await createApp(readConfig({ DEMO: 'off', LOG_LEVEL: 'silent' }), otherDb)
      await other.ready()
    })

    afterAll(async () => {
      await other.close()
      await otherDb.close()
    })

    it('a rating and an order through one are seen in the other within a second', async () => {
      const { token } = await shop.customer()
      const id = await shop.product({ stock: 5 })
      const seen = async (path: string) => (await other.inject(path)).json()
      await seen(`/api/products/${id}`)
      await seen('/api/products?category=Phones')

      await shop.call('POST', '/api/user/rate', { token, body: { productId: id, rating: 4 } })
      const body = { orders: [{ Product: id, quantity: 2 }] }
      await shop.call('POST', '/api/user/order', { token, body })

      const begun = Date.now()
      await expect
        .poll(() => seen(`/api/products/${id}`), { timeout: 5000, interval: 20 })
        .toMatchObject({ rating: 4, quantity: 3 })
      expect(Date.now() - begun).toBeLessThan(within(1_000))
      await expect
        .poll(async () => (await seen('/api/products?category=Phones')).products[0])
        .toMatchObject({ id, quantity: 3 })
    })

    it('are told in few messages, whole, and only to the others', async () => {
      const [here, there] = [await openSignals(shop.db), await openSignals(otherDb)]
      const sharing = createChangeSharing(shop.db, here, fail)
      const changes = createCatalogChanges(sharing)
      const heard = { here: [] as number[], there: [] as number[][] }
      changes.on((ids) => heard.here.push(...ids))
      createCatalogChanges(createChangeSharing(otherDb, there, fail)).on((ids) => {
        heard.there.push([...ids])
      })

      const ids = Array.from({ length: 1000 }, (_, at) => 900_000_000_000_000 + at)
      for (const id of ids) changes.announce([id])
      changes.announceListing([7])
      await sharing.close()

      await expect.poll(() => heard.there.flat().length).toBe(1002)
      expect(heard.there.length).toBeLessThan(5)
      expect(new Set(heard.there.flat())).toEqual(new Set([...ids, 7, PRODUCT_LISTS_ID]))
      expect(heard.here).toHaveLength(1002)
    })
  },
  ['postgres'],
)

async function role(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db.read)
  return rows[0]?.name ?? ''
}
