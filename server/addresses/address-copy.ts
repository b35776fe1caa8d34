/** The copy of an address that an order keeps, made by the statement that needs it. */
import { type RawBuilder, sql } from 'kysely'

/** Columns of `address` as an object; see StoredAddress in tables.ts. */
const COPY = sql`jsonb_build_object(
  'name', address.name, 'phone', address.phone, 'country', address.country,
  'region', address.region, 'city', address.city, 'lines', address.lines,
  'postcode', address.postcode, 'note', address.note)`

/**
 * A subquery of one row `copy`, or none: the customer's address with this id, or the default one
 * for null. Nothing is locked.
 */
export function addressCopy(userId: number, addressId: number | null): RawBuilder<unknown> {
  const isChosen = addressId === null ? sql`address.is_default` : sql`address.id = ${addressId}`
  return sql`select ${COPY} as copy from address where address.user_id = ${userId} and ${isChosen}`
}

/**
 * The same for an order that keeps it: the address is locked, so that closing the account, which
 * deletes it first, sees the order.
 */
export function copyOfAddress(userId: number, addressId: number | null): RawBuilder<unknown> {
  return sql`${addressCopy(userId, addressId)} for share`
}
