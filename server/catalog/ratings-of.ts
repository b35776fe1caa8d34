import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/api.ts'

export interface GivenRating {
  product: number
  name: string
  stars: number
  at: string
}

/** A customer's ratings, the latest first. */
export async function ratingsOf(db: Database, caller: Caller): Promise<GivenRating[]> {
  const { rows } = await sql<Omit<GivenRating, 'at'> & { at: Date }>`
    select product_id as product, name, stars, rating.updated_at as at
    from rating join product on product.id = product_id
    where rating.user_id = ${caller.id}
    order by rating.updated_at desc, product_id`.execute(db.run)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
