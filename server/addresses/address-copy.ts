import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

const COPY = sql`jsonb_build_object(
  'name', address.name, 'phone', address.phone, 'country', address.country,
  'region', address.region, 'city', address.city, 'lines', address.lines,
  'postcode', address.postcode, 'note', address.note)`

/**
 * A subquery that returns one row with the column `copy`, or no row: the customer's address with this id, or the
 * default address for null. Nothing is locked.
 */
export function addressCopy(userId: number, addressId: number | null): RawBuilder<unknown> {
  const isChosen = addressId === null ? sql`address.is_default` : sql`address.id = ${addressId}`
  return sql`select ${COPY} as copy from address where address.user_id = ${userId} and ${isChosen}`
}

/**
 * Like `addressCopy`, for an order that keeps the copy. Locks the address: closing the account deletes the account's
 * addresses first, and so waits until the order is committed, and then sees the order.
 * @param condition if it is false, no address is read or locked.
 */
export function copyOfAddress(
  userId: number,
  addressId: number | null,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`${addressCopy(userId, addressId)} and ${condition} for share`
}

export async function hasDefaultAddress(db: Handle, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from address where user_id = ${userId} and is_default`.execute(db)
  return rows.length > 0
}
