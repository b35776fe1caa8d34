/** The time zone in which the shop counts days and hours (migration 0051). */
import { sql } from 'kysely'
import type { Handle } from './database.ts'

/** An SQL expression for the zone's IANA name, evaluated once per statement. */
export const SHOP_ZONE = sql<string>`(select shop_zone())`

export async function readShopZone(db: Handle): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select shop_zone() as zone`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}
