import { type RawBuilder, sql } from 'kysely'
import type { Device, SaidOfDevice } from '#contract/fits.ts'
import { DEVICES_MAX } from '#contract/limits.ts'
import { wirePictureUrl } from '#contract/pictures.ts'
import type { Handle, Tx } from '../../platform/db/database.ts'

interface DeviceRow extends Omit<Device, 'profileImage'> {
  picture_key: string | null
}

/** Condition: order `o` was sent or completed and is not canceled, so the customer owns its product. */
const IS_OWNED = sql`(o.state = 'complete' or o.sent_at is not null) and o.state <> 'canceled'`

/** The customer's devices: those added by hand, then those bought, each group starting with the latest. */
export async function findDevices(db: Handle, userId: number): Promise<Device[]> {
  const { rows } = await sql<DeviceRow>`
    with bought as (
      select o.product_id, max(o.id) as latest from orders o
      where o.user_id = ${userId} and ${IS_OWNED} group by o.product_id
    ), named as (
      select product_id, is_mine, created_at from my_device where user_id = ${userId}
    )
    select p.id, p.name, p.name_ar, c.name as category, p.picture_key,
      coalesce(named.is_mine, false) as named, bought.product_id is not null as bought,
      p.deleted_at is null as is_sold
    from bought full join named using (product_id)
    join product p on p.id = product_id
    join category c on c.id = p.category_id
    where c.name <> 'Accessories' and coalesce(named.is_mine, true)
    order by named.created_at desc nulls last, bought.latest desc, p.id desc
    limit ${2 * DEVICES_MAX}`.execute(db)
  return rows.map(({ picture_key, ...device }) => ({
    ...device,
    profileImage: picture_key && wirePictureUrl(picture_key),
  }))
}

export async function findSaid(db: Handle, userId: number): Promise<SaidOfDevice[]> {
  const { rows } = await sql<Omit<SaidOfDevice, 'at'> & { at: Date }>`
    select p.id, p.name, m.is_mine, m.created_at as at
    from my_device m join product p on p.id = m.product_id
    where m.user_id = ${userId} order by m.created_at, p.id`.execute(db)
  return rows.map(({ at, ...said }) => ({ ...said, at: at.toISOString() }))
}

/**
 * Serializes changes to an account's devices, to enforce their maximum number.
 * @returns the number of added devices other than `but`; null if the account was closed.
 */
export async function lockDevices(tx: Tx, userId: number, but: number): Promise<number | null> {
  const { rows: owners } = await sql`
    select from app_user where id = ${userId} and deleted_at is null for no key update`.execute(tx)
  if (owners.length === 0) return null
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from my_device
    where user_id = ${userId} and is_mine and product_id <> ${but}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @returns false if the shop has no such device. */
export function addDevice(tx: Tx, userId: number, productId: number): Promise<boolean> {
  const isOffered = sql`
    select p.id from product p join category c on c.id = p.category_id
    where p.id = ${productId} and p.deleted_at is null and c.name <> 'Accessories'
    for key share of p`
  return setDevice(tx, userId, isOffered, true)
}

/** @returns whether the customer had added the device. */
export async function forgetDevice(tx: Tx, userId: number, productId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from my_device
    where user_id = ${userId} and product_id = ${productId} and is_mine returning 1`.execute(tx)
  return rows.length > 0
}

/** Records that a bought device is not the customer's. @returns false if the customer did not buy it. */
export function dismissDevice(tx: Tx, userId: number, productId: number): Promise<boolean> {
  const isBought = sql`
    select p.id from product p join category c on c.id = p.category_id
    where p.id = ${productId} and c.name <> 'Accessories' and exists (
      select from orders o
      where o.user_id = ${userId} and o.product_id = p.id and ${IS_OWNED}
    ) for key share of p`
  return setDevice(tx, userId, isBought, false)
}

async function setDevice(
  tx: Tx,
  userId: number,
  products: RawBuilder<unknown>,
  isMine: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    with device as (${products})
    insert into my_device (user_id, product_id, is_mine)
    select ${userId}, id, ${isMine}::boolean from device
    on conflict (user_id, product_id) do update set is_mine = excluded.is_mine, created_at = now()
    returning 1`.execute(tx)
  return rows.length > 0
}
