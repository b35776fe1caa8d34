import { sql } from 'kysely'
import { DEFAULT_NAMES, type ShopNames } from '#contract/brand.ts'
import type { Handle } from './database.ts'

/** What the shop is called now (migration 0055). */
export async function readShopNames(db: Handle): Promise<ShopNames> {
  const { rows } = await sql<{ names: ShopNames }>`select shop_names() as names`.execute(db)
  return rows[0]?.names ?? DEFAULT_NAMES
}
