import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { later } from './later.ts'
import { disconnectAll, type Live, type LiveOptions, openLive } from './live.ts'
import type { Shop } from './shop.ts'

/** Opens one application for the whole suite. Must be called inside `describeShop`. */
export function liveForSuite(shop: Shop, options: LiveOptions = {}): Live {
  let opened: Live | null = null
  beforeAll(async () => {
    opened = await openLive(shop.db, options)
  })
  afterEach(disconnectAll)
  afterAll(() => opened?.close())

  return later(() => opened)
}

export async function withLive(
  db: Database,
  options: LiveOptions,
  test: (live: Live) => Promise<void>,
): Promise<void> {
  const live = await openLive(db, options)
  try {
    await test(live)
  } finally {
    await live.close()
  }
}
