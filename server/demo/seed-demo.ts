/** Fills an empty shop with the demo's catalog, accounts and ninety days of trade. */
import { sql } from 'kysely'
import { hashPassword } from '../accounts/sign-in/passwords.ts'
import { type Database, type Handle, inTransaction } from '../platform/db/database.ts'
import { recountProducts } from './clear-demo.store.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'
import { readDemoCatalog } from './demo-catalog.ts'
import { storeFamilies, storeFits } from './demo-families.store.ts'
import { insertAttributes, insertGroups } from './demo-groups.store.ts'
import { readDemoHistory } from './demo-history.ts'
import { storeSettings } from './demo-settings.store.ts'
import {
  storeMoves,
  storePayments,
  storePurchases,
  storeRatings,
  storeStock,
} from './history.store.ts'
import { storeCoupon, storeInvoices, storePartRefund } from './history-money.store.ts'
import { insertAccounts, insertCart, insertProducts, insertStorefront } from './seed-demo.store.ts'

/** The milestone of a shop whose demo data was cleared. Such a shop is never filled with demo data again. */
export const DEMO_CLEARED = 'demo-cleared'

export interface SeedSettings {
  now?: number
  /** Receives the completed fraction, from 0 to 1. */
  progress?: (share: number) => void
}

/**
 * Fills the shop if it has no products and no accounts and was never cleared.
 * @returns whether it was filled.
 */
export async function seedDemo(db: Database, settings: SeedSettings = {}): Promise<boolean> {
  const { now = Date.now(), progress = () => {} } = settings
  if (!(await isFresh(db.run))) return false
  progress(0)
  const catalog = await readDemoCatalog()
  const history = await readDemoHistory()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const start = new Date(now).toISOString()
  const isFilled = await inTransaction(db, async (tx) => {
    await waitForOthers(tx)
    if (!(await isFresh(tx))) return false
    const accounts = await insertAccounts(tx, passwordHash, history, start)
    const present = { ...accounts, start }
    await insertGroups(tx, catalog)
    const productIds = await insertProducts(tx, catalog, history, present)
    await insertAttributes(tx, catalog)
    await storeFamilies(tx, catalog)
    await storeFits(tx, catalog)
    await insertCart(tx, present)
    await insertStorefront(tx, catalog)
    await storeSettings(tx, catalog)
    const steps = [
      () => storePurchases(tx, history, present),
      () => storeMoves(tx, present),
      () => storeStock(tx, history, present),
      () => storePayments(tx),
      () => storeRatings(tx, history, present),
      () => recountProducts(tx, productIds),
      () => storeInvoices(tx, present),
      () => storeCoupon(tx, present),
      () => storePartRefund(tx, present),
    ]
    for (const [index, step] of steps.entries()) {
      progress(index / steps.length)
      await step()
    }
    // The planner needs statistics before autovacuum gathers them.
    await sql`analyze`.execute(tx)
    return true
  })
  progress(1)
  return isFilled
}

/**
 * Two processes starting at the same time must not both fill the shop. The second waits for the first for up to 60 s,
 * because filling may take longer than the usual timeouts.
 */
async function waitForOthers(tx: Handle): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(tx)
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('barq-demo'))`.execute(tx)
}

async function isFresh(db: Handle): Promise<boolean> {
  const { rows } = await sql`
    (select from product limit 1) union all
    (select from app_user limit 1) union all
    (select from milestone where name = ${DEMO_CLEARED})`.execute(db)
  return rows.length === 0
}
