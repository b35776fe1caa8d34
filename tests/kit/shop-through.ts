/** A second application on a shop's data, with a database handle that a test can interfere with. */
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { later } from './later.ts'
import { Shop } from './shop.ts'

export interface ShopThrough<Interposed> {
  readonly shop: Shop
  readonly database: Interposed
}

/** Must be called inside `describeShop`; its result may be used inside tests and hooks. */
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
  return later(() => opened)
}
