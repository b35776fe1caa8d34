import { sql } from 'kysely'
import type { ShippingMethod, Unversioned } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import type { Handle } from '../platform/db/database.ts'

type MethodRow = Omit<Unversioned<ShippingMethod>, 'fee' | 'free_from'> & {
  fee_cents: number
  free_from_cents: number | null
}

/** Deleted methods stay in the table, because purchases refer to them. */
export const IS_LISTED = sql`deleted_at is null`

/** All methods in display order, including inactive ones. */
export async function findMethods(db: Handle): Promise<Unversioned<ShippingMethod>[]> {
  const { rows } = await sql<MethodRow>`
    select id, name, name_ar, places, fee_cents, free_from_cents, days_min, days_max, last_hour,
      is_active, position
    from shipping_method where ${IS_LISTED} order by position, id`.execute(db)
  return rows.map(({ fee_cents, free_from_cents, ...method }) => ({
    ...method,
    fee: fromCents(fee_cents),
    free_from: free_from_cents === null ? null : fromCents(free_from_cents),
  }))
}
