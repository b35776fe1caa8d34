import type { Handle } from '../platform/db/database.ts'
import { readShopLook } from '../platform/db/shop-look.ts'
import { readShopZone } from '../platform/db/shop-zone.ts'
import type { Writing } from './compose-order-email.ts'

export async function shopIn(db: Handle): Promise<Pick<Writing, 'shop' | 'timeZone'>> {
  return { shop: await readShopLook(db), timeZone: await readShopZone(db) }
}
