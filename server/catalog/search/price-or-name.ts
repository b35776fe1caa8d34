import { sql } from 'kysely'
import type { Handle } from '../../platform/db/database.ts'
import { type PricedSearch, readPrice } from './price.ts'

/** Reads a search's price, except for a range such as "70-200" that is in a product's name: then the name is meant. */
export async function readPriceOrName(
  db: Handle,
  search: string,
): Promise<Omit<PricedSearch, 'isBare'>> {
  const { isBare = false, ...read } = readPrice(search)
  if (!isBare || !(await isInName(db, read))) return read
  return readPrice(search, false)
}

async function isInName(db: Handle, { min = 0, max = 0 }: PricedSearch): Promise<boolean> {
  // The search index finds the few products with both numbers in their names; the last may have a unit: "70-200mm".
  const { rows } = await sql`
    select from product_search s join product p on p.id = s.product_id
    where s.words @@ ${`'=${min}' & '=${max}':*`}::tsquery
      and concat_ws(' ', p.name, p.name_ar) ~ ${String.raw`\m${min}\s?[-–]\s?${max}(?!\d)`}
    limit 1`.execute(db)
  return rows.length > 0
}
