import { sql } from 'kysely'
import type { Address } from '#contract/addresses.ts'
import type { Handle, Tx } from '../platform/db/database.ts'
import type { StoredAddress } from '../platform/db/tables.ts'
import { toDeliveryAddress } from './address-text.ts'

interface AddressRow extends StoredAddress {
  id: number
  is_default: boolean
  created_at: Date
  updated_at: Date
}

/** @returns the account's addresses, the default first, then the newest. */
export async function findAddresses(db: Handle, userId: number): Promise<Address[]> {
  const { rows } = await sql<AddressRow>`
    select * from address where user_id = ${userId}
    order by is_default desc, id desc`.execute(db)
  return rows.map(toAddress)
}

/**
 * @returns the code of the seller's country if the shop delivers there or has no shipping methods; otherwise of the
 * only country the shop delivers to; otherwise of the only country with a tax rate; null if none of these applies.
 */
export async function findHomeCountry(db: Handle): Promise<string | null> {
  const { rows } = await sql<{ country: string | null }>`
    with reached as (
      select left(place, 2) as country from shipping_method
      left join unnest(places) place on true where is_active and deleted_at is null
    )
    select coalesce(
      (select country from seller where country in (select coalesce(reached.country, seller.country) from reached)
        or not exists (select from reached)),
      (select min(country) from reached having count(*) = count(country) and count(distinct country) = 1),
      (select min(country) from tax_rate having count(distinct country) = 1)
    ) as country`.execute(db)
  return rows[0]?.country ?? null
}

/**
 * Serializes changes to an account's addresses, because the default and the limit depend on all of them.
 * @returns the number of addresses; null if the account was closed.
 */
export async function lockAddresses(tx: Tx, userId: number): Promise<number | null> {
  const { rows: owners } = await sql`
    select from app_user where id = ${userId} and deleted_at is null for no key update`.execute(tx)
  if (owners.length === 0) return null
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from address where user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertAddress(
  tx: Tx,
  userId: number,
  address: StoredAddress,
  isDefault: boolean,
): Promise<Address> {
  if (isDefault) await clearDefault(tx, userId)
  const { rows } = await sql<AddressRow>`
    insert into address (user_id, name, phone, country, region, city, lines, postcode, note, is_default)
    values (${userId}, ${address.name}, ${address.phone}, ${address.country}, ${address.region},
      ${address.city}, ${JSON.stringify(address.lines)}::jsonb, ${address.postcode}, ${address.note}, ${isDefault})
    returning *`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert returned no row')
  return toAddress(row)
}

/**
 * @param makeDefault false leaves the default unchanged.
 * @returns null if the account has no such address; roll back then, because the default may have been cleared.
 */
export async function updateAddress(
  tx: Tx,
  { userId, id }: { userId: number; id: number },
  address: StoredAddress,
  makeDefault: boolean,
): Promise<Address | null> {
  if (makeDefault) await clearDefault(tx, userId)
  const { rows } = await sql<AddressRow>`
    update address set name = ${address.name}, phone = ${address.phone},
      country = ${address.country}, region = ${address.region}, city = ${address.city},
      lines = ${JSON.stringify(address.lines)}::jsonb, postcode = ${address.postcode},
      note = ${address.note}, is_default = is_default or ${makeDefault}, updated_at = now()
    where id = ${id} and user_id = ${userId}
    returning *`.execute(tx)
  return rows[0] ? toAddress(rows[0]) : null
}

/** @returns null if the account has no such address; roll back then, as after `updateAddress`. */
export async function makeDefault(
  tx: Tx,
  { userId, id }: { userId: number; id: number },
): Promise<Address | null> {
  await clearDefault(tx, userId)
  const { rows } = await sql<AddressRow>`
    update address set is_default = true, updated_at = now()
    where id = ${id} and user_id = ${userId}
    returning *`.execute(tx)
  return rows[0] ? toAddress(rows[0]) : null
}

/** Clears the current default: a unique index allows only one at any moment. */
async function clearDefault(tx: Tx, userId: number): Promise<void> {
  await sql`
    update address set is_default = false where user_id = ${userId} and is_default`.execute(tx)
}

/**
 * Deletes an address; if it was the default, the newest remaining address becomes the default.
 * @returns whether the account had the address.
 */
export async function deleteAddress(
  tx: Tx,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from address where id = ${id} and user_id = ${userId} returning id, is_default
    ), next as (
      update address set is_default = true, updated_at = now() from gone
      where gone.is_default and address.id = (
        select max(id) from address where user_id = ${userId} and id <> ${id}
      )
    )
    select id from gone`.execute(tx)
  return rows.length === 1
}

function toAddress(row: AddressRow): Address {
  return {
    id: row.id,
    ...toDeliveryAddress(row),
    isDefault: row.is_default,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
