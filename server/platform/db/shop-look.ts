import { sql } from 'kysely'
import { DEFAULT_NAMES, type ShopNames } from '#contract/brand.ts'
import type { Handle } from './database.ts'

export interface ShopLook extends ShopNames {
  /** #rrggbb; null for the default colors. */
  accent: string | null
}

/** The names come from `shop_names()` (migration 0055). */
export async function readShopLook(db: Handle): Promise<ShopLook> {
  const { rows } = await sql<{ names: ShopNames; accent: string | null }>`
    select shop_names() as names, (select accent from shop_details) as accent`.execute(db)
  const [{ names, accent } = { names: DEFAULT_NAMES, accent: null }] = rows
  return { ...names, accent }
}
