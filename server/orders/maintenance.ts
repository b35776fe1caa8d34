/** Maintenance mode: customers can neither order nor pay; the statement that places an order checks this itself. */
import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'
import { ShopError } from '../platform/http/shop-error.ts'

export const IS_CLOSED: RawBuilder<boolean> = sql`(select is_closed from shop_rules)`

export const inMaintenance = (): ShopError => new ShopError('maintenance', 'error.maintenance')

/** @throws ShopError `maintenance` */
export async function refuseInMaintenance(db: Handle): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select ${IS_CLOSED} as is`.execute(db)
  if (rows[0]?.is) throw inMaintenance()
}
