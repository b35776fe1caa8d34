import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
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

  const live = (): Live => {
    if (!opened) throw new Error('nothing listens yet: use it inside a test or a hook')
    return opened
  }
  return {
    get app() {
      return live().app
    },
    get port() {
      return live().port
    },
    get realtimePort() {
      return live().realtimePort
    },
    get url() {
      return live().url
    },
    close: () => live().close(),
  }
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
