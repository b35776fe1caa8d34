/** SQL for the shipping methods that deliver to an address, and their fees. */
import { type RawBuilder, sql } from 'kysely'
import type { DeliveryOffer } from '#contract/quote.ts'
import { SHOP_ZONE } from '../platform/db/shop-zone.ts'
import type { StoredDelivery } from '../platform/db/tables.ts'

/** A row of `offeredMethods`; its days apply to an order placed now. */
export interface OfferedMethod extends StoredDelivery {
  /** The fee for the quoted items, in cents. */
  cents: number
}

/** The promised delivery time, in days from the day of the order; null if none is promised. */
export function daysOf({
  days_min,
  days_max,
}: Pick<StoredDelivery, 'days_min' | 'days_max'>): DeliveryOffer['days'] {
  return days_min === null || days_max === null ? null : { min: days_min, max: days_max }
}

/**
 * SQL condition: a shipping method covers the copy of an address, by country or region. Every method covers an order
 * without an address. @param places as in `shipping_method`; null for everywhere.
 */
export function reaches(places: RawBuilder<unknown>, address: RawBuilder<unknown>) {
  return sql<boolean>`(${places} is null or ${address} is null or ${places} && array[
    ${address} ->> 'country', (${address} ->> 'country') || '-' || (${address} ->> 'region')])`
}

/**
 * A subquery for the active shipping methods that deliver to the address. Days are counted from today, with one day
 * added from the cutoff hour on.
 * @param items the item subtotal, in cents.
 * @param address the copy of an address, or null.
 */
export function offeredMethods(items: RawBuilder<unknown>, address: RawBuilder<unknown>) {
  return sql`
    select method.id, method.position, method.name, method.name_ar, method.fee_cents, method.free_from_cents,
      method.days_min + late.days as days_min, method.days_max + late.days as days_max,
      case when ${items} >= method.free_from_cents then 0 else method.fee_cents end as cents
    from shipping_method method cross join lateral (
      select (extract(hour from now() at time zone ${SHOP_ZONE}) >= coalesce(method.last_hour, 24))::integer as days
    ) late
    where method.is_active and method.deleted_at is null and ${reaches(sql`method.places`, address)}`
}

/** Sort expressions for rows `method` of `offeredMethods`, in the order set by staff. */
export const IN_ORDER = sql`method.position, method.id`

/**
 * Condition on a row of `order_batch`: its shipping method, in its current form, covers the copy of an address.
 * Purchases without a shipping method can go anywhere.
 */
export function reachedBy(address: RawBuilder<unknown>) {
  return sql<boolean>`not exists (
    select from shipping_method method
    where method.id = (order_batch.delivery ->> 'id')::bigint and not ${reaches(sql`method.places`, address)}
  )`
}

/** The copy of a shipping method to store with a purchase; see StoredDelivery in tables.ts. */
export const COPY_OF_METHOD = sql`jsonb_build_object(
  'id', method.id, 'name', method.name, 'name_ar', method.name_ar, 'fee_cents', method.fee_cents,
  'free_from_cents', method.free_from_cents, 'days_min', method.days_min, 'days_max', method.days_max)`
