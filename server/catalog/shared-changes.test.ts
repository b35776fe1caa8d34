import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseLine } from '#tests/kit/database-line.ts'
import { urlOf } from '#tests/kit/databases.ts'
import { describeShop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createDatabase, type Database } from '../platform/db/database.ts'
import { joinPeers } from '../platform/db/peers.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { openSignals } from '../platform/db/signals.ts'
import { type CatalogChange, createCatalogChanges } from './catalog-changes.ts'
import { createChangeSharing } from './shared-changes.ts'

const fail = (error: unknown) => {
  throw error
}

describeShop('changes between processes', (shop) => {
  let otherDb: Database
  let other: FastifyInstance

  beforeAll(async () => {
    // Like another process: with its own connections, response cache and identity.
    otherDb = createDatabase(await openPostgres(await urlOf(shop.db)))
    other = await createApp(readConfig({ DEMO: 'off', LOG_LEVEL: 'silent' }), otherDb)
    await other.ready()
  })

  afterAll(async () => {
    await other.close()
    await otherDb.close()
  })

  it('are sent completely, in few messages, and only to the others', async () => {
    const [here, there] = [await openSignals(shop.db), await openSignals(otherDb)]
    const peers = await joinPeers(here, fail)
    const otherPeers = await joinPeers(there, fail)
    const sharing = createChangeSharing(here, peers, fail)
    const changes = createCatalogChanges(sharing)
    const heard = { here: [] as CatalogChange[], there: [] as CatalogChange[] }
    changes.on((change) => void heard.here.push(change))
    const otherSharing = createChangeSharing(there, otherPeers, fail)
    createCatalogChanges(otherSharing).on((change) => void heard.there.push(change))
    await expect.poll(peers.count).toBeGreaterThan(0)

    const ids = Array.from({ length: 1000 }, (_, at) => 900_000_000_000_000 + at)
    const announced = ids.map((id) => changes.announce({ what: 'stock', ids: [id], by: [5] }))
    announced.push(changes.announce({ what: 'products', ids: [7] }))
    announced.push(changes.announce({ what: 'ratings', ids: [8] }))
    announced.push(changes.announce({ what: 'storefront' }))
    expect(heard.here).toHaveLength(1003)
    await Promise.all(announced)

    const stock = heard.there.flatMap((change) => (change.what === 'stock' ? change.ids : []))
    expect(new Set(stock)).toEqual(new Set(ids))
    expect(stock).toHaveLength(1000)
    expect(heard.there).toContainEqual({ what: 'products', ids: [7] })
    expect(heard.there).toContainEqual({ what: 'ratings', ids: [8] })
    expect(heard.there).toContainEqual({ what: 'storefront' })
    expect(heard.there.length).toBeLessThan(12)
    expect(heard.here).toHaveLength(1003)
    await Promise.all([peers.leave(), otherPeers.leave()])
  })

  it('are received once they are answered', async () => {
    const [here, there] = [await openSignals(shop.db), await openSignals(otherDb)]
    const [peers, others] = [await joinPeers(here, fail), await joinPeers(there, fail)]
    let heard = 0
    there.on('count', () => void heard++)
    await expect.poll(peers.count).toBeGreaterThan(0)

    for (let sent = 1; sent <= 50; sent++) {
      await here.notify('count', sent)
      await peers.caughtUp()
      expect(heard).toBe(sent)
    }
    await Promise.all([peers.leave(), others.leave()])
  })

  describe('of a process whose connection to the database fails', () => {
    let line: DatabaseLine
    let farDb: Database
    let heard: CatalogChange[]
    let warned: string[]
    let far: ReturnType<typeof createChangeSharing>

    beforeEach(async () => {
      line = await DatabaseLine.open(shop.db, 'far-away')
      farDb = createDatabase(await openPostgres(line.url))
      const [here, there] = [await openSignals(shop.db), await openSignals(farDb)]
      ;[heard, warned] = [[], []]
      const warn = (_error: unknown, what: string) => void warned.push(what)
      const [peers, farPeers] = [await joinPeers(here, fail), await joinPeers(there, warn)]
      createChangeSharing(here, peers, fail).listen((change) => heard.push(change))
      far = createChangeSharing(there, farPeers, warn)
      await expect.poll(farPeers.count).toBeGreaterThan(0)
      onTestFinished(async () => {
        await Promise.all([peers.leave(), farPeers.leave()])
        await Promise.all([far.close(), farDb.close(), line.set('refuse')])
      })
    })

    it('are sent over another connection when the listening one is cut', async () => {
      const listener = await line.listener()
      listener.cut()
      expect(farDb.engine.listening()).toBe(true)

      await far.share({ what: 'products', ids: [77] })

      expect(heard).toContainEqual({ what: 'products', ids: [77] })
      expect(warned).toEqual([])
    })

    it('are waited for two seconds when the listening connection is dead, and are sent then', async () => {
      const listener = await line.listener()
      listener.hold()

      await far.share({ what: 'products', ids: [78] })

      await expect
        .poll(() => heard, { timeout: 60_000 })
        .toContainEqual({ what: 'products', ids: [78] })
      expect(warned).toEqual([])
    })

    it('clear the caches when nothing could be sent', async () => {
      await line.set('refuse')
      await far.share({ what: 'products', ids: [79] })
      expect(warned.length).toBeGreaterThan(0)
      expect(heard).toEqual([])

      await line.set('none')

      await expect.poll(() => heard, { timeout: 60_000 }).toContainEqual({ what: 'everything' })
    })
  })

  it('missed by a cut listener are made up for when it is back', async () => {
    const admin = await shop.admin()
    const id = await shop.product({ price: 1 })
    const paths = [`/api/products/${id}`, '/api/products?category=Phones&limit=31']
    const shown = async (path: string) => {
      const { products, price } = (await other.inject(path)).json()
      return price ?? products.find((one: { id: number }) => one.id === id).price
    }
    let isOver = false
    let [version, answered, answeredAt] = [1, 1, 0]
    const stale: string[] = []
    const watching = paths.map(async (path) => {
      while (!isOver) {
        const [least, isSettled] = [answered, performance.now() - answeredAt > 2_000]
        const price = await shown(path)
        await pause(volume(10, 1))
        if (isSettled && price < least) stale.push(`${path} showed ${price}, not ${least}`)
      }
    })
    const edit = async (price: number) => {
      const body = {
        name: 'Lamp',
        name_ar: 'مصباح',
        description: 'Lit',
        description_ar: 'مضاء',
        category: 'Phones',
        seller: 'Barq',
        price,
        version,
      }
      const put = () => shop.call('PUT', `/api/admin/products/${id}`, { token: admin.token, body })
      let edited = await put()
      // A pooled connection that sent the last notification is cut as well.
      while (edited.status === 503) edited = await put()
      expect(edited.status).toBe(200)
      version = edited.body.data.version
      answered = price
      answeredAt = performance.now()
    }

    let price = 1
    onTestFinished(async () => {
      isOver = true
      await Promise.all(watching)
    })
    for (let cut = 0; cut < volume(1, 10); cut++) {
      for (const path of paths) expect(await shown(path)).toBe(price)
      await cutListeners(shop.db)
      await expect.poll(() => otherDb.engine.listening(), { interval: 1 }).toBe(false)
      await edit(++price)
      await edit(++price)
      await expect.poll(() => otherDb.engine.listening(), { interval: 1 }).toBe(true)
      for (const path of paths) expect(await shown(path)).toBe(price)
    }
    expect(stale).toEqual([])
  })
})

async function cutListeners(db: Database): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (query ilike 'listen%' or query ilike '%pg_notify%')`.execute(db.run)
}
