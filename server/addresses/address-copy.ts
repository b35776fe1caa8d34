import { type RawBuilder, sql } from 'kysely'
import type { Handle } from '../platform/db/database.ts'

const COPY = sql`jsonb_build_object(
  'name', address.name, 'phone', address.phone, 'country', address.country,
  'region', address.region, 'city', address.city, 'lines', address.lines,
  'postcode', address.postcode, 'note', address.note)`

/**
 * A subquery for the copy of a customer's address: one row with the column `copy`, or none if there is no such address.
 * Locks nothing.
 * @param addressId null for the default address.
 */
export function addressCopy(userId: number, addressId: number | null): RawBuilder<unknown> {
  const isChosen = addressId === null ? sql`address.is_default` : sql`address.id = ${addressId}`
  return sql`select ${COPY} as copy from address where address.user_id = ${userId} and ${isChosen}`
}

/**
 * Like `addressCopy`, for an order that stores the copy. Locks the address, so that closing the account, which deletes
 * the addresses first, waits for the order to commit and then sees it.
 * @param condition if false, no address is read or locked.
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
