/** What a purchase would cost now, read by one statement that locks nothing. */
import { sql } from 'kysely'
import { fromCents, toCents } from '#contract/money.ts'
import type { OrderLine } from '#contract/orders.ts'
import type { DeliveryOffer, Quote, QuoteLine } from '#contract/quote.ts'
import { toId } from '#contract/schema.ts'
import { addressCopy } from '../addresses/address-copy.ts'
import { IN_ORDER, type OfferedWay, offeredWays } from '../delivery/offered-ways.ts'
import type { Handle } from '../platform/db/database.ts'
import { notFound } from '../platform/http/shop-error.ts'

export interface Purchase {
  lines: readonly OrderLine[]
  /** One of the caller's addresses; null for the default one. */
  addressId: number | null
  /** A delivery way; null for the first that reaches the address. */
  deliveryId: number | null
}

interface PricedLine {
  id: number
  name: string
  name_ar: string
  price_cents: number
  quantity: number
  available: number
}

interface Priced {
  lines: PricedLine[] | null
  items: number
  has_address: boolean
  cash: { is_on: boolean; max_cents: number | null }
  ways: OfferedWay[] | null
}

/** @throws ShopError `not_found` for an unknown product or address. */
export async function quotePurchase(
  db: Handle,
  userId: number,
  { lines, addressId, deliveryId }: Purchase,
): Promise<Quote> {
  const productIds = lines.map(({ Product }) => toId(Product))
  const quantities = lines.map(({ quantity }) => quantity ?? 1)
  const { rows } = await sql<Priced>`
    with line as (
      select p.id, p.name, p.name_ar, p.price_cents, line.quantity,
        p.on_hand - p.reserved as available, line.position
      from unnest(${productIds}::bigint[], ${quantities}::integer[])
        with ordinality as line (product_id, quantity, position)
        join product p on p.id = line.product_id and p.deleted_at is null
    ), priced as (
      select json_agg(line order by position) as lines,
        coalesce(sum(price_cents::bigint * quantity), 0)::bigint as items
      from line
    ), chosen as (${addressCopy(userId, addressId)})
    select priced.lines, priced.items, chosen.copy is not null as has_address,
      (select json_build_object('is_on', is_on, 'max_cents', max_cents) from cash_on_delivery) as cash,
      (select json_agg(way order by ${IN_ORDER}) from (${offeredWays(sql`priced.items`, sql`chosen.copy`)}) way) as ways
    from priced left join chosen on true`.execute(db)
  const [row] = rows
  if (!row || row.lines?.length !== lines.length) throw notFound()
  if (addressId !== null && !row.has_address) throw notFound()
  const quote = toQuote(row.lines, row.items, row.ways ?? [], deliveryId)
  const isCash = row.cash.is_on && toCents(quote.total) <= (row.cash.max_cents ?? Infinity)
  return { ...quote, payments: isCash ? ['online', 'cash'] : ['online'] }
}

function toQuote(
  lines: readonly PricedLine[],
  items: number,
  ways: readonly OfferedWay[],
  deliveryId: number | null,
): Omit<Quote, 'payments'> {
  const way = ways.find(({ id }) => id === deliveryId) ?? ways[0]
  const fee = way?.cents ?? 0
  return {
    lines: lines.map(toLine),
    items: fromCents(items),
    deliveries: ways.map(toOffer),
    delivery: way?.id ?? null,
    deliveryFee: fromCents(fee),
    total: fromCents(items + fee),
  }
}

function toLine({ id, name, name_ar, price_cents, quantity, available }: PricedLine): QuoteLine {
  const [price, total] = [fromCents(price_cents), fromCents(price_cents * quantity)]
  return { Product: id, name, name_ar, price, quantity, total, available }
}

function toOffer({ id, name, name_ar, cents, days_min, days_max }: OfferedWay): DeliveryOffer {
  const days = days_min === null || days_max === null ? null : { min: days_min, max: days_max }
  return { id, name, name_ar, fee: fromCents(cents), days }
}
