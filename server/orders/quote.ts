/** What a purchase would cost now, read in a single statement that locks nothing. */
import { sql } from 'kysely'
import { fromCents, toCents } from '#contract/money.ts'
import type { OrderLine } from '#contract/orders.ts'
import type { ContainedTax, DeliveryOffer, Quote, QuoteLine } from '#contract/quote.ts'
import { taxWithin } from '#contract/tax.ts'
import { addressCopy } from '../addresses/address-copy.ts'
import { countGuess, type Guesser } from '../coupons/coupon-guesses.ts'
import { couponSentence } from '../coupons/coupon-sentence.ts'
import { type CouponProblem, couponTerms, REDUCED_FEE } from '../coupons/coupon-terms.ts'
import {
  daysOf,
  IN_ORDER,
  type OfferedMethod,
  offeredMethods,
} from '../delivery/offered-methods.ts'
import { rateOf, type TaxRate } from '../invoices/rate-of.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredCoupon } from '../platform/db/tables.ts'
import { notFound, orNotFound } from '../platform/http/shop-error.ts'
import type { Sentence } from '../platform/words/sentence.ts'
import { type CashOnDelivery, isInCash } from './cash-on-delivery.ts'
import { isTooLittle } from './minimum-charge.ts'

const LINES = sql`select position, id as product_id, cents from line`

export interface Purchase {
  lines: readonly OrderLine[]
  /** One of the caller's addresses; null for the default address. */
  addressId: number | null
  /** The shipping method; null for the first that covers the address. */
  deliveryId: number | null
  /** The coupon's code as stored; null if there is none. */
  coupon: string | null
}

interface PricedLine {
  id: number
  name: string
  name_ar: string
  price_cents: number
  quantity: number
  available: number
  /** The total for the units that can be ordered, in cents. */
  cents: number
}

/** An offered method and its fee after the coupon, in cents. */
type Method = OfferedMethod & { reduced_cents: number }

interface Priced {
  lines: PricedLine[] | null
  items: number
  has_address: boolean
  cash: CashOnDelivery
  rate: TaxRate | null
  methods: Method[] | null
  reduced: Reduced | null
}

interface Reduced {
  problem: CouponProblem | null
  /** The item subtotal that the coupon requires, in cents; null if it requires none. */
  least: number | null
  discount: number
  copy: StoredCoupon
}

export interface QuoteWithReason {
  quote: Quote
  /** Why the coupon is invalid; null if it is valid or there is none. */
  couponProblem: Sentence | null
}

/**
 * @param minimumCents the payment provider's minimum charge; 0 if there is none.
 * @throws ShopError `not_found` for an unknown product or address, `too_many` for a customer who guesses codes.
 */
export async function quotePurchase(
  db: Handle,
  guesser: Guesser,
  { lines, addressId, deliveryId, coupon }: Purchase,
  minimumCents: number,
): Promise<QuoteWithReason> {
  const { userId } = guesser
  const productIds = lines.map(({ Product }) => Product)
  const quantities = lines.map(({ quantity }) => quantity ?? 1)
  const { rows } = await sql<Priced>`
    with line as (
      select p.id, p.name, p.name_ar, p.price_cents, line.quantity,
        p.on_hand - p.reserved as available, line.position,
        p.price_cents::bigint * least(line.quantity, p.on_hand - p.reserved) as cents
      from unnest(${productIds}::bigint[], ${quantities}::integer[])
        with ordinality as line (product_id, quantity, position)
        join product p on p.id = line.product_id and p.deleted_at is null
    ), priced as (
      select json_agg(line order by position) as lines,
        coalesce(sum(cents), 0)::bigint as items
      from line
    ), chosen as (${addressCopy(userId, addressId)})${coupon === null ? sql`` : sql`, ${couponTerms({ ...guesser, code: coupon, lines: LINES })}`}
    select priced.lines, priced.items, chosen.copy is not null as has_address,
      (select to_json(cash_on_delivery) from cash_on_delivery) as cash,
      ${rateOf(sql`chosen.copy ->> 'country'`)} as rate,
      ${coupon === null ? sql`null::json` : sql`(select to_json(reduced) from reduced)`} as reduced,
      (select json_agg(method order by ${IN_ORDER}) from (
        select method.*, ${coupon === null ? sql`method.cents` : REDUCED_FEE} as reduced_cents
        from (${offeredMethods(sql`priced.items`, sql`chosen.copy`)}) method
      ) method) as methods
    from priced left join chosen on true`.execute(db)
  const row = orNotFound(rows[0])
  const { lines: priced } = row
  if (priced?.length !== lines.length) throw notFound()
  if (addressId !== null && !row.has_address) throw notFound()
  const problem = coupon === null ? null : row.reduced ? row.reduced.problem : 'unknown'
  if (problem === 'unknown') await countGuess(db, guesser)
  const without = () => toQuote(priced, row, deliveryId, null)
  if (problem) {
    const couponProblem = couponSentence(problem, row.reduced?.least ?? null)
    return { quote: without(), couponProblem }
  }
  const quote = toQuote(priced, row, deliveryId, row.reduced)
  if (quote.coupon && isTooLittle(toCents(quote.total), minimumCents)) {
    return { quote: without(), couponProblem: couponSentence('tooLittle', minimumCents) }
  }
  return { quote, couponProblem: null }
}

/** @param held the effect of the coupon; null if there is no valid coupon. */
function toQuote(
  lines: readonly PricedLine[],
  { items, methods, cash, rate }: Priced,
  deliveryId: number | null,
  held: Reduced | null,
): Quote {
  const offers = (methods ?? []).map((method) =>
    held ? { ...method, cents: method.reduced_cents } : method,
  )
  const method = offers.find(({ id }) => id === deliveryId) ?? offers[0]
  const fee = method?.cents ?? 0
  const discount = held?.discount ?? 0
  const total = items - discount + fee
  return {
    lines: lines.map(toLine),
    items: fromCents(items),
    deliveries: offers.map(toOffer),
    delivery: method?.id ?? null,
    deliveryFee: fromCents(fee),
    coupon: held && { code: held.copy.code, kind: held.copy.kind, percent: held.copy.percent },
    discount: fromCents(discount),
    total: fromCents(total),
    tax: rate && toContainedTax(rate, total),
    payments: isInCash(cash, total) ? ['online', 'cash'] : ['online'],
    cashMax:
      cash.is_on && cash.max_cents !== null && total > cash.max_cents
        ? fromCents(cash.max_cents)
        : null,
  }
}

function toContainedTax({ name, name_ar, basis_points }: TaxRate, total: number): ContainedTax {
  const percent = basis_points / 100
  return { name, name_ar, percent, amount: fromCents(taxWithin(total, percent)) }
}

function toLine({ id, price_cents, cents, ...line }: PricedLine): QuoteLine {
  const { name, name_ar, quantity, available } = line
  const [price, total] = [fromCents(price_cents), fromCents(cents)]
  return { Product: id, name, name_ar, price, quantity, total, available }
}

function toOffer(method: OfferedMethod): DeliveryOffer {
  const { id, name, name_ar, cents } = method
  return { id, name, name_ar, fee: fromCents(cents), days: daysOf(method) }
}
