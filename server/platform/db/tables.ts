/**
 * The shapes of JSON columns, and the row types of the tables used with the query builder. Both must match
 * `migrations/`. Times are `Date`, ids are `number`.
 */
import type { Generated, GeneratedAlways } from 'kysely'
import type { Coupon, ShopDetails, ShopRules } from '#contract/admin.ts'
import type { ShopNames } from '#contract/brand.ts'
import type { LegalPage } from '#contract/legal.ts'
import type { Category } from '#contract/locale.ts'

export interface StoredPicture {
  key: string
  alt: string
  alt_ar: string
}

/** An order's copy of an address. Its region is a code in countries with region codes. */
export interface StoredAddress {
  name: string
  /** E.164 */
  phone: string
  country: string
  region: string | null
  city: string | null
  lines: string[]
  postcode: string | null
  note: string | null
}

export interface StoredDelivery {
  id: number
  name: string
  name_ar: string
  fee_cents: number
  free_from_cents: number | null
  /** The delivery time promised when the purchase was placed, in days; null if none was. */
  days_min: number | null
  days_max: number | null
}

export interface StoredCoupon {
  id: number
  code: string
  kind: Coupon['kind']
  percent: number | null
  amount_cents: number | null
  /** The minimum purchase; null if none, missing in purchases from before the shop recorded it. */
  least_cents?: number | null
}

/** An invoice's own copy of its data; amounts are in cents. */
export interface StoredInvoice {
  /** Addresses are multi-line strings. */
  seller: {
    name: string
    name_ar: string
    address: string
    address_ar: string
    tax_number: string | null
    /** ISO 3166-1 alpha-2; missing in invoices from before migration 0073. */
    country?: string | null
  }
  buyer: { name: string; email: string; address: StoredAddress | null }
  lines: Array<{
    order_id: number
    name: string
    name_ar: string
    quantity: number
    price_cents: number
    discount_cents: number
    /** On a credit note: earlier refunds of the line's units; missing in credit notes from before migration 0039. */
    refunded_before_cents?: number
    /** The line's amount after the discount and the earlier refunds. */
    cents: number
  }>
  delivery_cents: number
  tax: { name: string; name_ar: string; basis_points: number } | null
  /** The time zone of the invoice's date; missing in invoices from before migration 0051, which use UTC. */
  time_zone?: string
  /**
   * The shop's name when the invoice was issued; missing in invoices from before migration 0055, when it was always
   * Barq.
   */
  shop?: ShopNames
  /** Missing if none was set, and in invoices from before migration 0070. */
  second_currency?: StoredSecondCurrency
}

/** The second currency in which an invoice states its tax. Amounts are in its smallest unit. */
export interface StoredSecondCurrency {
  currency: string
  digits: number
  rate: number
  /** The exchange rate's date, such as `2026-11-28`. */
  date: string
  tax_cents: number
  total_cents: number
}

/** A problem in a row of an imported file, or the number of problems omitted from the list. */
export type StoredProblem = { row: number; field: string; reason: string } | { omitted: number }

export interface Tables {
  shop_rules: ShopRules & { is_only: Generated<boolean> }
  throttle: { key: string; count: number; resets_at: Date }
  category: {
    id: GeneratedAlways<number>
    name: Category
    name_ar: string
    tagline: Generated<string>
    tagline_ar: Generated<string>
    picture_key: string | null
    position: number
    title: Generated<string>
    title_ar: Generated<string>
  }
  seller: {
    id: Generated<boolean>
    name: Generated<string>
    name_ar: Generated<string>
    address: Generated<string>
    address_ar: Generated<string>
    tax_number: string | null
    country: string | null
    updated_at: Generated<Date>
    invoices_since: Generated<Date>
  }
  tax_rate: {
    country: string
    name: string
    name_ar: string
    basis_points: number
  }
  shop_details: ShopDetails & { only_row: Generated<boolean>; updated_at: Generated<Date> }
  legal_page: {
    page: LegalPage
    text: string
    text_ar: string
    updated_at: Generated<Date>
  }
}
