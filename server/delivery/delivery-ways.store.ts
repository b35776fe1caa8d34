import { sql } from 'kysely'
import type { DeliveryWay } from '#contract/admin.ts'
import { fromCents } from '#contract/money.ts'
import type { Handle, Tx } from '../platform/db/database.ts'

/** A shipping method (delivery way), as the shop stores it. */
export interface WayValues {
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

interface WayRow extends WayValues {
  id: number
  position: number
}

/** In display order, including those that are switched off. */
export async function findWays(db: Handle): Promise<DeliveryWay[]> {
  const { rows } = await sql<WayRow>`
    select id, name, name_ar, places, fee_cents, free_from_cents, days_min, days_max, last_hour,
      is_active, position
    from delivery_way where deleted_at is null order by position, id`.execute(db)
  return rows.map(({ fee_cents, free_from_cents, ...way }) => ({
    ...way,
    fee: fromCents(fee_cents),
    free_from: free_from_cents === null ? null : fromCents(free_from_cents),
  }))
}

/** @returns the id. */
export async function insertWay(tx: Tx, way: WayValues): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into delivery_way (name, name_ar, places, fee_cents, free_from_cents, days_min, days_max,
      last_hour, is_active, position)
    values (${way.name}, ${way.name_ar}, ${way.places}::text[], ${way.fee_cents},
      ${way.free_from_cents}, ${way.days_min}, ${way.days_max}, ${way.last_hour}, ${way.is_active},
      (select coalesce(max(position) + 1, 0) from delivery_way where deleted_at is null))
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert returned no row')
  return row.id
}

export async function updateWay(tx: Tx, id: number, way: WayValues): Promise<void> {
  await sql`
    update delivery_way set name = ${way.name}, name_ar = ${way.name_ar},
      places = ${way.places}::text[], fee_cents = ${way.fee_cents},
      free_from_cents = ${way.free_from_cents}, days_min = ${way.days_min},
      days_max = ${way.days_max}, last_hour = ${way.last_hour}, is_active = ${way.is_active},
      updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Removes the shipping method from the list; purchases keep referring to it. */
export async function removeWay(tx: Tx, id: number): Promise<void> {
  await sql`update delivery_way set deleted_at = now(), is_active = false where id = ${id}`.execute(
    tx,
  )
}
