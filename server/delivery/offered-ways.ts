/** The shipping methods that reach an address, with fees, for the statements that need them. */
import { type RawBuilder, sql } from 'kysely'
import type { DeliveryOffer } from '#contract/quote.ts'
import type { StoredDelivery } from '../platform/db/tables.ts'

/** A row of `offeredWays`; its days are those of an order placed now. */
export interface OfferedWay extends StoredDelivery {
  /** The fee for these items. */
  cents: number
}

/** The promised days of delivery, counted from the day of the order. */
export function daysOf({
  days_min,
  days_max,
}: Pick<StoredDelivery, 'days_min' | 'days_max'>): DeliveryOffer['days'] {
  return days_min === null || days_max === null ? null : { min: days_min, max: days_max }
}

/**
 * Whether the shipping method reaches the copy of an address: all of its country, or its region. An
 * order without an address is reached by every method. @param places as in `delivery_way`; null for
 * everywhere.
 */
export function reaches(places: RawBuilder<unknown>, address: RawBuilder<unknown>) {
  return sql<boolean>`(${places} is null or ${address} is null or ${places} && array[
    ${address} ->> 'country', (${address} ->> 'country') || '-' || (${address} ->> 'region')])`
}

/**
 * A subquery of the active shipping methods that reach the address. The days are from today: after
 * the cutoff hour, one more.
 * @param items the sum of the items, in cents.
 * @param address the copy of an address, or null.
 */
export function offeredWays(items: RawBuilder<unknown>, address: RawBuilder<unknown>) {
  return sql`
    select way.id, way.position, way.name, way.name_ar, way.fee_cents, way.free_from_cents,
      way.days_min + late.days as days_min, way.days_max + late.days as days_max,
      case when ${items} >= way.free_from_cents then 0 else way.fee_cents end as cents
    from delivery_way way cross join lateral (
      select (extract(hour from now() at time zone 'UTC') >= coalesce(way.last_hour, 24))::integer as days
    ) late
    where way.is_active and way.deleted_at is null and ${reaches(sql`way.places`, address)}`
}

/** The order of the staff, of rows `way` of `offeredWays`. */
export const IN_ORDER = sql`way.position, way.id`

/**
 * Condition on a row of `order_batch`: its shipping method, as it is now, reaches the copy of an
 * address. Purchases without one are delivered anywhere.
 */
export function reachedBy(address: RawBuilder<unknown>) {
  return sql<boolean>`not exists (
    select from delivery_way way
    where way.id = (order_batch.delivery ->> 'id')::bigint and not ${reaches(sql`way.places`, address)}
  )`
}

/** The copy of a shipping method that a purchase keeps; see StoredDelivery in tables.ts. */
export const COPY_OF_WAY = sql`jsonb_build_object(
  'id', way.id, 'name', way.name, 'name_ar', way.name_ar, 'fee_cents', way.fee_cents,
  'free_from_cents', way.free_from_cents, 'days_min', way.days_min, 'days_max', way.days_max)`
