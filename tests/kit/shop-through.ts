/** A second application on a shop's data, whose database handle a test can interfere with. */
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { Shop } from './shop.ts'

export interface ShopThrough<Interposed> {
  /** Reaches the data only through `database`. */
  readonly shop: Shop
  readonly database: Interposed
}

/** Call it inside `describeShop`, and use what it returns inside tests and hooks. */
export function shopThrough<Interposed extends { db: Database }>(
  real: Shop,
  interpose: (db: Database) => Interposed,
): ShopThrough<Interposed> {
  let opened: ShopThrough<Interposed> | null = null
  beforeAll(async () => {
    const database = interpose(real.db)
    const shop = Shop.over(database.db)
    opened = { shop, database }
    await shop.openApp()
  })
  afterAll(() => opened?.shop.closeApp())

  const present = (): ShopThrough<Interposed> => {
    if (!opened) throw new Error('the shop is not open yet: use it inside a test or a hook')
    return opened
  }
  return {
    get shop() {
      return present().shop
    },
    get database() {
      return present().database
    },
  }
}
