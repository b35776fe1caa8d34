import { sql } from 'kysely'
import type { Sessions } from '../accounts/sessions/sessions.ts'
import { type Database, inTransaction, type Tx } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import * as store from './clear-demo.store.ts'
import { readDemoCatalog } from './demo-catalog.ts'
import { clearSettings } from './demo-settings.store.ts'
import { DEMO_CLEARED } from './seed-demo.ts'

export interface Cleared {
  products: number
  /** The number of demo products hidden rather than deleted, because the owner's customers ordered or rated them. */
  hiddenProducts: number
  accounts: number
  /** The number of demo accounts disabled rather than deleted, because remaining records refer to them. */
  disabledAccounts: number
  orders: number
  ratings: number
  slides: number
  partners: number
}

/**
 * Removes the demo's products, storefront content and accounts, and everything these accounts did, and resets the
 * demo's settings. Products and accounts that remaining records refer to are hidden or disabled instead. The shop is
 * never filled with demo data again. A second call removes nothing more.
 * @throws StartError if no admin would be left.
 */
export async function clearDemo(
  db: Database,
  sessions: Pick<Sessions, 'endAll'>,
): Promise<Cleared> {
  const catalog = await readDemoCatalog()
  return inTransaction(db, async (tx) => {
    await stopTrade(tx)
    const adminId = await store.findOwnAdmin(tx)
    if (adminId === null) {
      throw new StartError(
        'the shop would have no admin left: set ADMIN_EMAIL and ADMIN_PASSWORD to create one',
      )
    }
    const touched = await store.findTouchedProducts(tx)
    const orders = await store.deleteDemoOrders(tx)
    const ratings = await store.deleteDemoRatings(tx)
    const { products, hiddenProducts } = await store.deleteDemoProducts(tx)
    await store.recountProducts(tx, touched)
    await store.handOverProducts(tx, adminId)
    for (const userId of await store.findSignedIn(tx)) await sessions.endAll(tx, userId)
    const { accounts, disabledAccounts } = await store.deleteDemoAccounts(tx)
    const { slides, partners } = await store.deleteDemoWindow(tx)
    await clearSettings(tx, catalog)
    await sql`
      insert into milestone (name) values (${DEMO_CLEARED}) on conflict do nothing`.execute(tx)
    return {
      products,
      hiddenProducts,
      accounts,
      disabledAccounts,
      orders,
      ratings,
      slides,
      partners,
    }
  })
}

/**
 * Locks the account, product, stock, order and rating tables, so that a server on the same database cannot sell
 * anything while the units are recounted.
 */
async function stopTrade(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(tx)
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`lock table app_user, order_batch, orders, product, stock_ledger, rating in share row exclusive mode`.execute(
    tx,
  )
}
