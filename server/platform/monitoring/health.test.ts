import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { readConfig } from '../../config.ts'
import type { Database } from '../db/database.ts'
import { createApi } from '../http/api.ts'
import { createServer } from '../http/create-server.ts'
import { freeBytesIn, type HealthParts, healthRoutes } from './health.routes.ts'

describeShop('health', (shop) => {
  async function ask(path: string, parts: Partial<HealthParts>) {
    const { app } = await createServer(readConfig({ DEMO: 'off', LOG_LEVEL: 'silent' }))
    const api = createApi(app, {
      authenticate: async () => null,
      roleOf: async () => null,
      stepUp: async () => {},
    })
    healthRoutes(api, {
      db: shop.db,
      isDraining: () => false,
      freeBytes: async () => 10 ** 12,
      ...parts,
    })
    const { statusCode, payload } = await app.inject(path)
    await app.close()
    return [statusCode, JSON.parse(payload).message ?? JSON.parse(payload).status]
  }

  it('reports the process, and readiness the database, its schema, the disk and the shutdown', async () => {
    const gone = { read: null } as unknown as Database
    const full = async () => 200 * 1024 ** 2 - 1
    const cases = [
      [{}, 200, 'ready'],
      [{ freeBytes: async () => null }, 200, 'ready'],
      [{ isDraining: () => true }, 503, 'The server is stopping.'],
      [{ db: gone }, 503, "The database isn't responding."],
      [{ freeBytes: full }, 503, 'The disk is nearly full.'],
    ] as const
    for (const [parts, status, message] of cases) {
      expect(await ask('/readyz', parts)).toEqual([status, message])
      expect(await ask('/healthz', parts)).toEqual([200, 'ok'])
    }
    await shop.sql`update kysely_migration set name = 'x' || name where name like '0001%'`
    expect(await ask('/readyz', {})).toEqual([503, "The database isn't up to date."])
    expect(await ask('/healthz', {})).toEqual([200, 'ok'])
    await shop.sql`update kysely_migration set name = substr(name, 2) where name like 'x%'`
    expect(await shop.call('GET', '/readyz')).toMatchObject({ status: 200 })
  })
})

it('the free space of a folder is a number, and unknown where there is none', async () => {
  expect(await freeBytesIn(import.meta.dirname)).toBeGreaterThan(0)
  expect(await freeBytesIn('/nowhere/at/all')).toBeNull()
})
