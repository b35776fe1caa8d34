import { sql } from 'kysely'
import type { ShippingMethod, Unversioned } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import type { Handle, Tx } from '../platform/db/database.ts'

/** A shipping method as staff enter it and the shop stores it. */
export interface MethodValues {
  name: string
  name_ar: string
  places: string[] | null
  fee_cents: number
  free_from_cents: number | null
  days_min: number | null
  days_max: number | null
  last_hour: number | null
  is_active: boolean
}

/** In display order, including those that are switched off. */
export async function findMethods(db: Handle): Promise<Unversioned<ShippingMethod>[]> {
  const { rows } = await sql<MethodValues & { id: number; position: number }>`
    select id, name, name_ar, places, fee_cents, free_from_cents, days_min, days_max, last_hour,
      is_active, position
    from shipping_method where deleted_at is null order by position, id`.execute(db)
  return rows.map(({ fee_cents, free_from_cents, ...method }) => ({
    ...method,
    fee: fromCents(fee_cents),
    free_from: free_from_cents === null ? null : fromCents(free_from_cents),
  }))
}

/** @returns the id. */
export async function insertMethod(tx: Tx, method: MethodValues): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into shipping_method (name, name_ar, places, fee_cents, free_from_cents, days_min, days_max,
      last_hour, is_active, position)
    values (${method.name}, ${method.name_ar}, ${method.places}::text[], ${method.fee_cents},
      ${method.free_from_cents}, ${method.days_min}, ${method.days_max}, ${method.last_hour}, ${method.is_active},
      (select coalesce(max(position) + 1, 0) from shipping_method where deleted_at is null))
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

export async function updateMethod(tx: Tx, id: number, method: MethodValues): Promise<void> {
  await sql`
    update shipping_method set name = ${method.name}, name_ar = ${method.name_ar},
      places = ${method.places}::text[], fee_cents = ${method.fee_cents},
      free_from_cents = ${method.free_from_cents}, days_min = ${method.days_min},
      days_max = ${method.days_max}, last_hour = ${method.last_hour}, is_active = ${method.is_active},
      updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Removes the shipping method from the list; purchases keep referring to it. */
export async function removeMethod(tx: Tx, id: number): Promise<void> {
  await sql`update shipping_method set deleted_at = now(), is_active = false where id = ${id}`.execute(
    tx,
  )
}
